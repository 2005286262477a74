// The options by what one wants to do with them.
import { optionShape } from "../../contract/capture-options.ts";
import type { OptionName } from "./controls.ts";

type Group = { title: string; options: OptionName[] };

const chosen: Group[] = [
  { title: "File", options: ["format", "image_quality", "omit_background"] },
  {
    title: "Window",
    options: [
      "viewport_width",
      "viewport_height",
      "device_scale_factor",
      "viewport_mobile",
      "viewport_has_touch",
      "viewport_landscape",
    ],
  },
  {
    title: "Part of the page",
    options: [
      "full_page",
      "full_page_max_height",
      "selector",
      "selector_scroll_into_view",
      "error_on_selector_not_found",
      "clip",
    ],
  },
  {
    title: "Blocking and hiding",
    options: ["block_ads", "block_cookie_banners", "block_chats", "hide_selectors"],
  },
  {
    title: "Waiting",
    options: [
      "wait_until",
      "wait_for_selector",
      "delay",
      "timeout",
      "navigation_timeout",
      "fail_on_status",
    ],
  },
  {
    title: "Scrolling",
    options: ["full_page_scroll", "full_page_scroll_delay", "full_page_scroll_by"],
  },
  {
    title: "Appearance",
    options: ["dark_mode", "reduced_motion", "media_type", "styles", "scripts"],
  },
  { title: "Visitor", options: ["user_agent", "locale", "time_zone", "geolocation"] },
  { title: "Sign-in and session", options: ["http_auth", "headers", "cookies", "local_storage"] },
  {
    title: "PDF",
    options: ["pdf_paper", "pdf_margin", "pdf_pages", "pdf_scale", "pdf_header", "pdf_footer"],
  },
  { title: "Answer", options: ["response_type", "cache_ttl"] },
];

/** Every option once: what has no place above stands at the end. */
export const groups: Group[] = [...chosen, { title: "Further", options: others() }].filter(
  ({ options }) => options.length > 0,
);

function others(): OptionName[] {
  const placed = new Set(chosen.flatMap(({ options }) => options));
  return (Object.keys(optionShape) as OptionName[]).filter((name) => !placed.has(name)); // its own keys
}

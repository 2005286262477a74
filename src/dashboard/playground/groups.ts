// The capture options of the form, grouped by purpose.
import { optionShape } from "../../contract/capture-options.ts";
import { optionSynonyms } from "../../contract/option-synonyms.ts";
import type { OptionName } from "./controls.ts";

type Group = { title: string; options: OptionName[] };

const purposeGroups: Group[] = [
  { title: "File", options: ["format", "image_quality", "omit_background"] },
  {
    title: "Viewport",
    options: [
      "device",
      "viewport_width",
      "viewport_height",
      "device_scale_factor",
      "viewport_mobile",
      "viewport_has_touch",
      "viewport_landscape",
    ],
  },
  {
    title: "Page area",
    options: [
      "full_page",
      "full_page_max_height",
      "selector",
      "selector_scroll_into_view",
      "error_on_selector_not_found",
      "clip",
      "image_width",
      "image_height",
    ],
  },
  {
    title: "Blocking and hiding",
    options: [
      "block_ads",
      "block_cookie_banners",
      "block_chats",
      "block_trackers",
      "block_resources",
      "block_requests",
      "hide_selectors",
    ],
  },
  {
    title: "Waiting",
    options: [
      "wait_until",
      "wait_for_selector",
      "wait_for_selector_visible",
      "wait_for_hidden",
      "delay",
      "timeout",
      "navigation_timeout",
      "fail_on_status",
      "fail_if_text",
      "fail_unless_text",
    ],
  },
  {
    title: "Scrolling",
    options: ["full_page_scroll", "full_page_scroll_delay", "full_page_scroll_by"],
  },
  {
    title: "Appearance",
    options: ["dark_mode", "reduced_motion", "media_type", "styles", "scripts", "bypass_csp"],
  },
  {
    title: "Interaction",
    options: ["click", "error_on_click_selector_not_found", "hover"],
  },
  { title: "Browser and location", options: ["user_agent", "locale", "time_zone", "geolocation"] },
  {
    title: "Authentication and session",
    options: ["http_auth", "headers", "cookies", "local_storage"],
  },
  {
    title: "PDF",
    options: ["pdf_paper", "pdf_margin", "pdf_pages", "pdf_scale", "pdf_header", "pdf_footer"],
  },
  { title: "Response", options: ["response_type", "cache_ttl"] },
];

/** All options. Options without a group above are in the last group. */
export const groups: Group[] = [
  ...purposeGroups,
  { title: "Other", options: ungroupedOptions() },
].filter(({ options }) => options.length > 0);

/** Other names with which users search an option, such as "clip crop region|delay wait sleep". */
export const searchWords: string = [...Map.groupBy(optionSynonyms, ([, option]) => option)]
  .map(([option, found]) => [option, ...found.map(([synonym]) => synonym)].join(" "))
  .join("|");

function ungroupedOptions(): OptionName[] {
  const placed = new Set(purposeGroups.flatMap(({ options }) => options));
  return (Object.keys(optionShape) as OptionName[]).filter((name) => !placed.has(name)); // the keys of optionShape
}

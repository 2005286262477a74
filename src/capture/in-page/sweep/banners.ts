// Finds consent banners that no list contains, by their text and position.
import { hasSubject } from "./consent-texts.ts";
import { isFlowContent, isMainContent } from "./flow-content.ts";
import { isVisible } from "./hidden-elements.ts";
import { hasOtherContent } from "./other-content.ts";
import { isBar, isBody, placeInPage, placeOf } from "./placement.ts";
import { type Banner, readBanner } from "./read-banner.ts";
import { treesIn } from "./trees.ts";

export type { Banner } from "./read-banner.ts";

/** Minimum number of letters outside a banner. With fewer letters, the banner may be the content of the page. */
const MIN_PAGE_TEXT = 20;

/** Minimum width and height of an image that is content, in CSS pixels. */
const MIN_IMAGE_SIZE = 40;

/**
 * Returns the outermost element of each banner that contains nothing else. In a frame, a banner may be the body. Reads styles
 * and layout only in trees whose text has the subject of a banner, because this is slow.
 */
export function findBanners(): Banner[] {
  const banners: Banner[] = [];
  // A script may have removed the body.
  const body = dom.get(document, "body") as HTMLElement | null;
  if (body === null) return banners;
  for (const root of treesIn(body)) {
    const host = root instanceof ShadowRoot ? root.host : undefined;
    // The text of a shadow tree may be in the slots of its host.
    const hostText = host === undefined ? "" : dom.get(host, "textContent");
    if (!hasSubject(`${dom.get(root, "textContent")}${hostText}`)) continue;
    const around = host === undefined ? undefined : outermostBanner(host);
    if (around !== undefined) {
      if (banners.every(({ element }) => element !== around.element)) banners.push(around);
    } else if (host instanceof HTMLElement) {
      collectBanners(root, placeInPage(host).surface, banners);
    } else {
      collectBanners(root, body, banners);
    }
  }
  const frameBanner = top === self || banners.length > 0 ? undefined : readWhole(body);
  return frameBanner === undefined ? banners : [frameBanner];
}

/** Returns the frames with these addresses that cover the page. Their documents contain only a banner. */
export function findBannerFrames(addresses: readonly string[]): HTMLIFrameElement[] {
  const hasInline = addresses.some((address) => address === "" || address.startsWith("about:"));
  return dom.all<HTMLIFrameElement>("iframe").filter((frame) => {
    if (!addresses.includes(frame.src) && !(hasInline && isInlineBanner(frame))) return false;
    return ancestorsOf(frame).some((element) => {
      const { mayBeBanner, flow } = placeInPage(element);
      return mayBeBanner && (flow === undefined || !isMainContent(element));
    });
  });
}

/** Returns whether the page has written a banner into the frame, as its `srcdoc` or by a script. */
function isInlineBanner({ src, srcdoc, contentDocument }: HTMLIFrameElement): boolean {
  if (srcdoc === "" && src !== "" && !src.startsWith("about:")) return false;
  if (contentDocument === null) return false;
  const body = dom.get(contentDocument, "body") as HTMLElement | null;
  return body !== null && readWhole(body) !== undefined;
}

/** Returns the outermost banner that contains the host. The text around the host may have no subject. */
function outermostBanner(host: Element): Banner | undefined {
  for (const element of ancestorsOf(host)) {
    const { mayBeBanner, flow } = placeInPage(element);
    const banner = mayBeBanner ? bannerOf(element) : undefined;
    if (banner !== undefined && !isContent(banner, flow)) return banner;
  }
  return undefined;
}

/** Returns the element and its ancestors below the body, the outermost first. */
function ancestorsOf(element: Element): HTMLElement[] {
  const ancestors: HTMLElement[] = [];
  for (
    let current: Element | null = element;
    current !== null && !isBody(current);
    current = dom.get(current, "parentElement")
  )
    if (current instanceof HTMLElement) ancestors.unshift(current);
  return ancestors;
}

/** Appends the outermost banners inside `parent`, which belongs to `surface`. */
function collectBanners(
  parent: Element | ShadowRoot,
  surface: HTMLElement | undefined,
  banners: Banner[],
): void {
  for (const element of dom.childrenOf(parent)) {
    if (!(element instanceof HTMLElement)) continue;
    const place = placeOf(element, surface);
    const banner = place.mayBeBanner ? bannerOf(element) : undefined;
    if (banner === undefined) collectBanners(element, place.surface, banners);
    // The parts of content in the normal flow are content, too. Dialogs inside it may be banners.
    else if (isContent(banner, place.flow)) collectBanners(element, undefined, banners);
    else banners.push(banner);
  }
}

/**
 * Returns whether the banner is content in the normal flow of a surface. Elements on top of a page are not, nor is an element
 * without a height, which contains only such elements.
 */
function isContent(banner: Banner, flow: HTMLElement | undefined): boolean {
  return flow !== undefined && dom.rect(banner.element).height > 0 && isFlowContent(banner, flow);
}

function bannerOf(element: HTMLElement): Banner | undefined {
  const banner = isVisible(element) ? readWhole(element) : undefined;
  // A site may show nothing but a banner until the visitor has answered. Without an answer, the page would be empty.
  return banner?.reject === undefined && isWholePage(element) ? undefined : banner;
}

/** Returns the element as a banner if it contains nothing else. */
function readWhole(element: HTMLElement): Banner | undefined {
  const banner = readBanner(element);
  return banner !== undefined && hasOtherContent(element) ? undefined : banner;
}

/** Returns whether the page has neither other text nor images. Without the element, it would be empty. A bar is never a page. */
function isWholePage(element: HTMLElement): boolean {
  if (top !== self || isBar(element)) return false;
  const [pageText, ownText] = [dom.get(document, "body"), element].map((part) =>
    dom.get(part, "innerText").trim(),
  );
  if ((pageText?.length ?? 0) - (ownText?.length ?? 0) >= MIN_PAGE_TEXT) return false;
  return !dom.all("img, svg, video, canvas, iframe, input").some((image) => {
    const { width, height } = dom.rect(image);
    const isContent = Math.min(width, height) >= MIN_IMAGE_SIZE;
    return isContent && !dom.get(element, "contains")(image);
  });
}

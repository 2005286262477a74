// Styles of banners: bars, dialogs, and locks of the page behind the banner.
import { BANNER_COLOUR } from "./layouts.ts";

const LOOK = `z-index:2147483645;padding:24px;background:${BANNER_COLOUR};color:white;font:16px/1.4 sans-serif;box-sizing:border-box`;

/** Each of these functions takes a selector and returns a CSS rule. */
export const bar = (selector: string) =>
  `${selector}{position:fixed;left:0;right:0;bottom:0;${LOOK}}`;
export const topBar = (selector: string) =>
  `${selector}{position:fixed;left:0;right:0;top:0;${LOOK}}`;
export const corner = (selector: string) =>
  `${selector}{position:fixed;right:20px;bottom:20px;width:380px;${LOOK}}`;
export const modal = (selector: string) =>
  `${selector}{position:fixed;left:50%;top:50%;width:620px;transform:translate(-50%,-50%);${LOOK}}`;
export const strip = (selector: string) => `${selector}{width:100%;${LOOK}}`;
export const backdrop = (selector: string) =>
  `${selector}{position:fixed;inset:0;z-index:2147483640;background:rgba(0,0,0,0.6)}`;

/** Prevents scrolling while the banner is open. */
export const LOCKED = "html,body{overflow:hidden!important;height:100%}";
export const PINNED = "body{position:fixed!important;width:100%;overflow:hidden!important}";
export const BLURRED = "header,.columns,.hero,footer{filter:blur(6px)}";

export const NOTICE =
  "We and our partners use cookies and similar technologies to store and access information on your device. You can accept all cookies, reject all or change your mind at any time.";

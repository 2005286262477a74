// Consent platforms that a site hosts itself (plugins and libraries), with their real ids, classes and buttons.
import {
  backdrop,
  bar,
  BLURRED,
  corner,
  LOCKED,
  modal,
  NOTICE,
  strip,
  topBar,
} from "./consent-styles.ts";
import type { Platform } from "./program.ts";

export const selfHostedConsent: readonly Platform[] = [
  {
    name: "Complianz",
    css: corner(".cmplz-cookiebanner"),
    html: `<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner cmplz-hidden-categories banner-1 bottom-right-minimal optin cmplz-bottom-right cmplz-categories-type-view-preferences" aria-modal="true" role="dialog"><div class="cmplz-header">Manage consent</div><div class="cmplz-message">${NOTICE}</div>
      <div class="cmplz-buttons"><button class="cmplz-btn cmplz-accept">Accept</button> <button class="cmplz-btn cmplz-deny">Deny</button> <button class="cmplz-btn cmplz-view-preferences">View preferences</button></div></div></div>`,
    reject: ".cmplz-deny",
    accept: ".cmplz-accept",
  },
  {
    name: "Klaro",
    css: corner(".cookie-notice"),
    html: `<div id="klaro" class="klaro"><div class="cookie-notice" role="dialog"><div class="cn-body"><p>${NOTICE}</p><div class="cn-ok"><div class="cn-buttons"><button class="cm-btn cm-btn-danger cn-decline">I decline</button> <button class="cm-btn cm-btn-success">That's ok</button></div></div></div></div></div>`,
    reject: ".cn-decline",
    accept: ".cm-btn-success",
    globals:
      "window.klaro = { show() {}, getManager: () => ({ config: { services: [] }, changeAll() {}, saveAndApplyConsents() { widget.close('rejected'); } }) };",
  },
  {
    name: "CookieConsent by Orest Bida",
    css: bar(".cm") + "html.show--consent body{overflow:hidden}",
    html: `<div id="cc-main" class="cc--anim"><div class="cm-wrapper cc--anim"><div class="cm cm--bar cm--bottom" role="dialog" aria-modal="true"><div class="cm__body"><div class="cm__texts"><h2 class="cm__title">Hello traveller</h2><p class="cm__desc">${NOTICE}</p></div>
      <div class="cm__btns"><button type="button" class="cm__btn" data-role="all">Accept all</button> <button type="button" class="cm__btn" data-role="necessary">Reject all</button> <button type="button" class="cm__btn cm__btn--secondary" data-role="show">Manage preferences</button></div></div></div></div></div>`,
    reject: ".cm__btn[data-role=necessary]",
    accept: ".cm__btn[data-role=all]",
    globals: "document.documentElement.classList.add('show--consent');",
  },
  {
    name: "Cookie Consent by Insites",
    css: bar(".cc-window"),
    html: `<div role="dialog" aria-label="cookieconsent" class="cc-window cc-banner cc-type-opt-in cc-theme-block cc-bottom"><span id="cookieconsent:desc" class="cc-message">${NOTICE} <a class="cc-link" href="#">Learn more</a></span><div class="cc-compliance cc-highlight"><a role="button" tabindex="0" class="cc-btn cc-deny">Decline</a> <a role="button" tabindex="0" class="cc-btn cc-allow">Allow cookies</a></div></div>`,
    reject: ".cc-deny",
    accept: ".cc-allow",
  },
  {
    name: "Borlabs Cookie",
    css: modal("._brlbs-box") + backdrop("._brlbs-box-wrap") + LOCKED,
    html: `<div id="BorlabsCookieBox" class="BorlabsCookie" role="dialog" aria-modal="true"><div class="middle-center"><div class="_brlbs-box-wrap"><div class="_brlbs-box"><div class="cookie-box"><p class="_brlbs-text-description">${NOTICE}</p><p><a href="#" role="button" data-cookie-accept-all class="_brlbs-btn">Accept all</a> <a href="#" role="button" data-cookie-refuse class="_brlbs-refuse-btn">Accept only essential cookies</a></p></div></div></div></div></div><div class="_brlbs-block-content" hidden></div>`,
    reject: "[data-cookie-refuse]",
    accept: "[data-cookie-accept-all]",
  },
  {
    name: "tarteaucitron",
    css: bar("#tarteaucitronAlertBig"),
    html: `<div id="tarteaucitronRoot" class="tarteaucitronBeforeVisible"><div id="tarteaucitronAlertBig" class="tarteaucitronAlertBigBottom" style="display:block" role="alertdialog"><span id="tarteaucitronDisclaimerAlert">En poursuivant, vous acceptez l'utilisation de cookies pour mesurer l'audience.</span><button type="button" id="tarteaucitronPersonalize2" class="tarteaucitronCTAButton tarteaucitronAllow">Tout accepter</button> <button type="button" id="tarteaucitronAllDenied2" class="tarteaucitronCTAButton tarteaucitronDeny">Tout refuser</button> <button type="button" id="tarteaucitronCloseAlert">Personnaliser</button></div></div>`,
    reject: "#tarteaucitronAllDenied2",
    accept: "#tarteaucitronPersonalize2",
  },
  {
    name: "GDPR Cookie Compliance by Moove",
    css: bar("#moove_gdpr_cookie_info_bar"),
    html: `<aside id="moove_gdpr_cookie_info_bar" class="moove-gdpr-info-bar-bottom moove-gdpr-dark-scheme gdpr_infobar_postion_bottom" role="dialog" aria-label="GDPR Cookie Banner"><div class="moove-gdpr-info-bar-container"><div class="moove-gdpr-cookie-notice">${NOTICE}</div><div class="moove-gdpr-button-holder"><button class="mgbutton moove-gdpr-infobar-allow-all">Accept</button> <button class="mgbutton moove-gdpr-infobar-reject-btn">Reject</button> <button class="mgbutton moove-gdpr-infobar-settings-btn change-settings-button">Settings</button></div></div></aside>`,
    reject: ".moove-gdpr-infobar-reject-btn",
    accept: ".moove-gdpr-infobar-allow-all",
  },
  {
    name: "GDPR Cookie Consent by WebToffee",
    css: bar("#cookie-law-info-bar"),
    html: `<div id="cookie-law-info-bar" data-nosnippet="true"><span><div class="cli-bar-container cli-style-v2"><div class="cli-bar-message">${NOTICE}</div><div class="cli-bar-btn_container"><a role="button" class="cli_settings_button">Cookie settings</a> <a role="button" id="wt-cli-accept-all-btn" data-cli_action="accept_all" class="wt-cli-element medium cli-plugin-button wt-cli-accept-all-btn cookie_action_close_header cli_action_button">Accept All</a></div></div></span></div>`,
    reject: "#cookie_action_close_header_reject",
    accept: "#wt-cli-accept-all-btn",
    globals:
      "window.CLI = { disableAllCookies() {}, reject_close() { widget.close('rejected'); } };",
  },
  {
    name: "CookieHub",
    css: bar(".ch2-dialog") + modal(".ch2-settings") + BLURRED,
    html: `<div class="ch2 ch2-container ch2-theme-bar ch2-style-light"><section class="ch2-dialog ch2-dialog-bottom ch2-visible" role="dialog"><div class="ch2-dialog-content"><p>${NOTICE}</p></div><div class="ch2-dialog-actions"><button class="ch2-btn ch2-open-settings-btn">Cookie settings</button> <button class="ch2-btn ch2-btn-primary ch2-allow-all-btn">Allow all cookies</button></div></section></div>`,
    settings: {
      button: ".ch2-open-settings-btn",
      html: '<div class="ch2-settings" role="dialog"><button class="ch2-btn ch2-deny-all-btn">Deny all</button></div>',
    },
    reject: ".ch2-deny-all-btn",
    accept: ".ch2-allow-all-btn",
  },
  {
    name: "Civic Cookie Control",
    css: topBar("#ccc-notify") + "#ccc{position:relative}",
    html: `<div id="ccc" class="triangle light bar" dir="ltr"><div id="ccc-notify" class="ccc-notify__text" role="region"><p>${NOTICE}</p><div class="ccc-notify-buttons"><button id="ccc-notify-accept" class="ccc-notify-button ccc-button-solid ccc-accept-button"><span>Accept all</span></button> <button id="ccc-notify-reject" class="ccc-notify-button ccc-reject-button"><span>Reject all</span></button></div></div></div>`,
    reject: ".ccc-reject-button",
    accept: "#ccc-notify-accept",
  },
  {
    name: "EU Cookie Compliance for Drupal",
    css: `${topBar("#sliding-popup")}#sliding-popup{padding:0}.eu-cookie-compliance-banner{padding:24px}`,
    html: `<div id="sliding-popup" class="sliding-popup-top eu-cookie-compliance-status-null"><div aria-labelledby="popup-text" class="eu-cookie-compliance-banner eu-cookie-compliance-banner-opt-in eu-cookie-compliance-banner--opt-in"><div class="popup-content info eu-cookie-compliance-content"><div id="popup-text" class="eu-cookie-compliance-message">${NOTICE}</div><div id="popup-buttons" class="eu-cookie-compliance-buttons"><button type="button" class="agree-button eu-cookie-compliance-secondary-button">Accept</button> <button type="button" class="decline-button eu-cookie-compliance-default-button">No, thanks</button></div></div></div></div>`,
    reject: ".decline-button",
    accept: ".agree-button",
    globals:
      "const mark = () => document.body.classList.add('eu-cookie-compliance-popup-open'); if (document.body) mark(); else addEventListener('DOMContentLoaded', mark);",
  },
  {
    name: "Shopify customer privacy",
    css: corner("#shopify-pc__banner"),
    html: `<div id="shopify-pc__banner" class="shopify-pc__banner__dialog" role="alertdialog"><div class="shopify-pc__banner__wrapper"><h2 id="shopify-pc__banner__body-title">Cookie consent</h2><p class="shopify-pc__banner__body">${NOTICE}</p><div class="shopify-pc__banner__btns"><button id="shopify-pc__banner__btn-manage-prefs">Manage preferences</button> <button id="shopify-pc__banner__btn-accept">Accept</button> <button id="shopify-pc__banner__btn-decline">Decline</button></div></div></div>`,
    reject: "#shopify-pc__banner__btn-decline",
    accept: "#shopify-pc__banner__btn-accept",
  },
  {
    name: "Pandectes",
    css: strip("#pandectes-banner") + "#pandectes-banner{position:fixed;left:0;bottom:0}",
    html: `<div id="pandectes-banner" role="dialog" class="cc-window cc-banner cc-type-opt-in cc-bottom"><span class="cc-message">${NOTICE}</span><div class="cc-compliance cc-highlight"><button class="cc-btn cc-settings">Preferences</button> <button class="cc-btn cc-allow">Accept</button> <button class="cc-btn cc-deny">Decline</button></div></div>`,
    reject: ".cc-deny",
    accept: ".cc-allow",
  },
];

// Consent platforms from a vendor's host, with their real hosts, ids, classes and buttons. The styles are ours.
import {
  backdrop,
  bar,
  BLURRED,
  corner,
  LOCKED,
  modal,
  NOTICE,
  PINNED,
  topBar,
} from "./consent-styles.ts";
import type { Platform } from "./program.ts";

export const consentVendors: readonly Platform[] = [
  {
    name: "OneTrust",
    script: "https://cdn.cookielaw.org/scripttemplates/otSDKStub.js",
    css: bar("#onetrust-banner-sdk") + backdrop(".onetrust-pc-dark-filter") + LOCKED,
    html: `<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter"></div>
      <div id="onetrust-banner-sdk" class="otFlat bottom" role="region" aria-label="Cookie banner"><div id="onetrust-policy"><h2 id="onetrust-policy-title">Your privacy</h2><div id="onetrust-policy-text">${NOTICE}</div></div>
      <div id="onetrust-button-group"><button id="onetrust-pc-btn-handler">Cookie settings</button> <button id="onetrust-reject-all-handler">Reject All</button> <button id="onetrust-accept-btn-handler">Accept All Cookies</button></div></div></div>`,
    reject: "#onetrust-reject-all-handler",
    accept: "#onetrust-accept-btn-handler",
  },
  {
    name: "OneTrust without a reject button",
    script: "https://cdn.cookielaw.org/scripttemplates/202410.1.0/otBannerSdk.js",
    css: bar("#onetrust-banner-sdk") + modal("#onetrust-pc-sdk") + LOCKED + BLURRED,
    html: `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" class="otFlat bottom" role="region"><div id="onetrust-policy-text">${NOTICE}</div>
      <div id="onetrust-button-group"><button id="onetrust-pc-btn-handler">Manage choices</button> <button id="onetrust-accept-btn-handler">Accept Cookies</button></div></div></div>`,
    settings: {
      button: "#onetrust-pc-btn-handler",
      html: `<div id="onetrust-pc-sdk" class="otPcCenter" role="dialog"><label><input type="checkbox" class="category-switch-handler" checked> Marketing</label><button class="save-preference-btn-handler onetrust-close-btn-handler">Confirm my choices</button></div>`,
    },
    reject: ".save-preference-btn-handler",
    accept: "#onetrust-accept-btn-handler",
  },
  {
    name: "Cookiebot",
    script: "https://consent.cookiebot.com/uc.js",
    css: modal("#CybotCookiebotDialog") + backdrop("#CybotCookiebotDialogBodyUnderlay") + LOCKED,
    html: `<div id="CybotCookiebotDialogBodyUnderlay"></div><div id="CybotCookiebotDialog" name="CybotCookiebotDialog" role="dialog" class="CybotEdge CybotCookiebotDialogActive"><div id="CybotCookiebotDialogBodyContentText">${NOTICE}</div>
      <div id="CybotCookiebotDialogBodyButtons"><button id="CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll" class="CybotCookiebotDialogBodyButton">Deny</button> <button id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll" class="CybotCookiebotDialogBodyButton">Allow all</button></div></div>`,
    reject: "#CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll",
    accept: "#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll",
    globals:
      "window.Cookiebot = { hasResponse: false, declined: false, dialog: { visible: true }, withdraw() {}, hide() { widget.close('rejected'); } };",
  },
  {
    name: "InMobi Choice",
    script: "https://cmp.inmobi.com/choice/pMlsHnGJPbNzH/www.example.com/choice.js",
    css: modal("#qc-cmp2-ui") + LOCKED,
    html: `<div class="qc-cmp2-container" id="qc-cmp2-container" data-nosnippet><div class="qc-cmp2-main" id="qc-cmp2-main"><div class="qc-cmp-cleanslate css-1xowykh"><div id="qc-cmp2-ui" role="dialog" class="qc-cmp2-ui-container"><h2>We value your privacy</h2><div class="qc-cmp2-consent-info">${NOTICE}</div>
      <div class="qc-cmp2-summary-buttons"><button mode="secondary">MORE OPTIONS</button> <button mode="secondary">DISAGREE</button> <button mode="primary">AGREE</button></div></div></div></div></div>`,
    reject: '.qc-cmp2-summary-buttons > button[mode="secondary"]:nth-of-type(2)',
    accept: 'button[mode="primary"]',
  },
  {
    name: "Didomi",
    script: "https://sdk.privacy-center.org/3f2504e0-4f89-41d3-9a0c-0305e82c3301/loader.js",
    css: bar("#didomi-notice") + backdrop(".didomi-popup-backdrop") + LOCKED + BLURRED,
    html: `<div id="didomi-host" data-nosnippet><div class="didomi-popup-backdrop"></div><div id="didomi-notice" class="didomi-regular-notice bottom" role="region">${NOTICE}
      <div class="didomi-buttons"><button id="didomi-notice-disagree-button" class="didomi-components-button">Disagree and close</button> <button id="didomi-notice-agree-button" class="didomi-components-button">Agree and close</button></div></div></div>`,
    reject: "#didomi-notice-disagree-button",
    accept: "#didomi-notice-agree-button",
  },
  {
    name: "Usercentrics",
    script: "https://app.usercentrics.eu/browser-ui/latest/loader.js",
    css: "body{overflow:hidden}",
    html: '<div id="usercentrics-root" data-created-at="1"></div>',
    shadow: `<style>${modal('[data-testid="uc-default-wall"]')}${backdrop(".overlay")}</style><div data-testid="uc-container"><div class="overlay"></div><div data-testid="uc-default-wall" role="dialog">${NOTICE}
      <button data-testid="uc-more-button">More information</button> <button data-testid="uc-deny-all-button">Deny</button> <button data-testid="uc-accept-all-button">Accept all</button></div></div>`,
    reject: "[data-testid=uc-deny-all-button]",
    accept: "[data-testid=uc-accept-all-button]",
    globals:
      "window.UC_UI = { isInitialized: () => true, closeCMP() { widget.close('rejected'); return true; }, denyAllConsents: () => true, acceptAllConsents() { report('accepted'); return true; }, areAllConsentsAccepted: () => false };",
  },
  {
    name: "CookieYes",
    script: "https://cdn-cookieyes.com/client_data/0a1b2c3d4e5f/script.js",
    css: corner(".cky-consent-container") + backdrop(".cky-overlay"),
    html: `<div class="cky-overlay"></div><div class="cky-consent-container cky-box-bottom-right" role="region" aria-label="We value your privacy"><div class="cky-consent-bar" data-cky-tag="notice"><p class="cky-title" data-cky-tag="title">We value your privacy</p><div class="cky-notice-des" data-cky-tag="description">${NOTICE}</div>
      <div class="cky-notice-btn-wrapper" data-cky-tag="notice-buttons"><button class="cky-btn cky-btn-customize" data-cky-tag="settings-button">Customise</button> <button class="cky-btn cky-btn-reject" data-cky-tag="reject-button">Reject All</button> <button class="cky-btn cky-btn-accept" data-cky-tag="accept-button">Accept All</button></div></div></div>`,
    reject: "[data-cky-tag=reject-button]",
    accept: "[data-cky-tag=accept-button]",
  },
  {
    name: "Osano",
    script: "https://cmp.osano.com/16BUQ7T9aQ7Zz2N8V/5f1a3c2e/osano.js",
    css: bar(".osano-cm-dialog"),
    html: `<div class="osano-cm-window" dir="ltr"><div role="dialog" class="osano-cm-dialog osano-cm-dialog--position_bottom osano-cm-dialog--type_bar osano-cm-window__dialog"><div class="osano-cm-dialog__content"><span class="osano-cm-content__message">${NOTICE}</span></div>
      <div class="osano-cm-dialog__buttons osano-cm-buttons"><button class="osano-cm-denyAll osano-cm-buttons__button osano-cm-button osano-cm-button--type_denyAll">Reject All</button> <button class="osano-cm-accept-all osano-cm-buttons__button osano-cm-button osano-cm-button--type_accept">Accept All</button></div></div></div>`,
    reject: ".osano-cm-denyAll",
    accept: ".osano-cm-accept-all",
    globals: "window.Osano = { cm: { dialogOpen: true } };",
  },
  {
    name: "TrustArc",
    script: "https://consent.trustarc.com/notice",
    css: bar("#truste-consent-track"),
    html: `<div id="consent_blackbar"><div id="truste-consent-track" style="display:block"><div id="truste-consent-content"><div id="truste-consent-text">${NOTICE}</div>
      <div id="truste-consent-buttons"><button id="truste-show-consent">Manage settings</button> <button id="truste-consent-required">Required only</button> <button id="truste-consent-button">Accept all</button></div></div></div></div>`,
    reject: "#truste-consent-required",
    accept: "#truste-consent-button",
    globals: "window.truste = { eu: { bindMap: { prefCookie: '0' } } };",
  },
  {
    name: "Sourcepoint",
    script: "https://cdn.privacy-mgmt.com/unified/wrapperMessagingWithoutDetection.js",
    css: `div[id^="sp_message_container_"]{position:fixed;inset:0;z-index:2147483647} iframe[id^="sp_message_iframe_"]{width:100%;height:100%;border:0} html.sp-message-open body{overflow:hidden}`,
    html: `<div id="sp_message_container_1137541" class="sp_message_container_wrapper"><iframe id="sp_message_iframe_1137541" title="SP Consent Message" src="FRAME"></iframe></div>`,
    frame: {
      address: "https://cdn.privacy-mgmt.com/index.html?message_id=1137541&consentUUID=null",
      css: modal(".message") + backdrop(".message-overlay"),
      html: `<div class="message-overlay"></div><div class="message type-modal" role="dialog"><p>${NOTICE}</p><button title="Options" class="message-component message-button sp_choice_type_12">Options</button> <button title="Reject all" class="message-component message-button sp_choice_type_13">Reject all</button> <button title="Accept all" class="message-component message-button sp_choice_type_11">Accept all</button></div>`,
      reject: ".sp_choice_type_13",
      accept: ".sp_choice_type_11",
    },
    globals:
      "document.documentElement.classList.add('sp-message-open'); addEventListener('message', ({ data }) => { if (data === 'accepted' || data === 'rejected') { document.documentElement.classList.remove('sp-message-open'); widget.close(data); } });",
  },
  {
    name: "iubenda",
    script: "https://cdn.iubenda.com/cs/iubenda_cs.js",
    css: modal("#iubenda-cs-banner") + LOCKED,
    html: `<div id="iubenda-cs-banner" class="iubenda-cs-default iubenda-cs-visible iubenda-cs-overlay iubenda-cs-center" role="alertdialog"><div class="iubenda-cs-container"><div class="iubenda-cs-content"><div class="iubenda-cs-rationale"><p class="iubenda-banner-content">${NOTICE}</p></div>
      <div class="iubenda-cs-counter"><button class="iubenda-cs-customize-btn">Learn more and customise</button> <button class="iubenda-cs-reject-btn iubenda-cs-btn-primary">Reject</button> <button class="iubenda-cs-accept-btn iubenda-cs-btn-primary">Accept</button></div></div></div></div>`,
    reject: ".iubenda-cs-reject-btn",
    accept: ".iubenda-cs-accept-btn",
  },
  {
    name: "consentmanager",
    script: "https://cdn.consentmanager.net/delivery/js/cmp_final.min.js",
    css: modal("#cmpbox") + backdrop("#cmpbox2"),
    html: `<div id="cmpwrapper" class="cmpwrapper"><div id="cmpbox2" class="cmpbox2"></div><div id="cmpbox" class="cmpbox cmpstyleroot cmpboxWelcomeGDPR" role="dialog"><div class="cmpboxcontent">${NOTICE} <a class="cmpmore" href="#">More</a></div>
      <div class="cmpboxbtns"><a class="cmpboxbtn cmpboxbtncustom cmptxt_btn_settings" href="#" role="button">Settings</a> <a class="cmpboxbtn cmpboxbtnno cmptxt_btn_no" href="#" role="button">Reject</a> <a class="cmpboxbtn cmpboxbtnyes cmptxt_btn_yes" href="#" role="button">Accept all</a></div></div></div>`,
    reject: ".cmpboxbtnno",
    accept: ".cmpboxbtnyes",
  },
  {
    name: "Google Funding Choices",
    script: "https://fundingchoicesmessages.google.com/i/pub-1234567890123456",
    css: modal(".fc-dialog") + backdrop(".fc-dialog-overlay") + "body{overflow:hidden!important}",
    html: `<div class="fc-consent-root"><div class="fc-dialog-overlay"></div><div class="fc-dialog-container"><div class="fc-dialog fc-choice-dialog" role="dialog" aria-label="The site asks for consent to use your data"><div class="fc-dialog-content">${NOTICE}</div>
      <div class="fc-footer-buttons-container"><button class="fc-button fc-cta-do-not-consent fc-secondary-button"><p class="fc-button-label">Do not consent</p></button> <button class="fc-button fc-cta-consent fc-primary-button"><p class="fc-button-label">Consent</p></button></div></div></div></div>`,
    reject: ".fc-cta-do-not-consent",
    accept: ".fc-cta-consent",
  },
  {
    name: "CookieScript",
    script: "https://cdn.cookie-script.com/s/4a1f0c2d3e5b6a7988c1d2e3f4a5b6c7.js",
    css: topBar("#cookiescript_injected"),
    html: `<div id="cookiescript_injected" role="dialog" tabindex="0"><div id="cookiescript_wrapper"><div id="cookiescript_header">This website uses cookies</div><div id="cookiescript_description">${NOTICE}</div>
      <div id="cookiescript_buttons"><div id="cookiescript_reject" role="button" tabindex="0">Decline all</div> <div id="cookiescript_accept" role="button" tabindex="0">Accept all</div></div></div></div>`,
    reject: "#cookiescript_reject",
    accept: "#cookiescript_accept",
  },
  {
    name: "Termly",
    script: "https://app.termly.io/resource-blocker/0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9",
    css: bar(".termly-styles-root-b0aebb"),
    html: `<div id="termly-code-snippet-support"><div class="termly-styles-termly-banner-a0f1d3"><div class="termly-styles-root-b0aebb" role="alertdialog"><div>${NOTICE}</div><div class="termly-styles-buttons-f2f1a5"><button class="t-preference-button">Preferences</button> <button data-tid="banner-decline" class="t-declineButton">Decline</button> <button data-tid="banner-accept" class="t-acceptAllButton">Accept</button></div></div></div></div>`,
    reject: '[data-tid="banner-decline"]',
    accept: '[data-tid="banner-accept"]',
  },
  {
    name: "CookieFirst",
    script: "https://consent.cookiefirst.com/sites/example.com-0a1b2c3d/consent.js",
    css: corner(".cookiefirst-root > div"),
    html: `<div class="cookiefirst-root notranslate" id="cookiefirst-root"><div data-cookiefirst-widget="banner" role="dialog"><p>${NOTICE}</p><button data-cookiefirst-action="reject" data-cookiefirst-button="secondary">Reject</button> <button data-cookiefirst-action="accept" data-cookiefirst-button="primary">Accept all</button></div></div>`,
    reject: "button[data-cookiefirst-action=reject]",
    accept: "button[data-cookiefirst-action=accept]",
  },
  {
    name: "Axeptio",
    script: "https://static.axept.io/sdk.js",
    css: "#axeptio_overlay{position:fixed;z-index:2147483644}",
    html: '<div id="axeptio_overlay" class="axeptio_mount"><div class="needsclick"></div></div>',
    shadow: `<style>${corner(".axeptio_widget")}</style><div class="axeptio_widget" role="dialog">${NOTICE}<button id="axeptio_btn_dismiss">No, thanks</button> <button id="axeptio_btn_configure">I choose</button> <button id="axeptio_btn_acceptAll">OK for me</button></div>`,
    shadowHost: ".needsclick",
    reject: "#axeptio_btn_dismiss",
    accept: "#axeptio_btn_acceptAll",
  },
  {
    name: "HubSpot",
    script: "https://js.hs-banner.com/v2/1234567/banner.js",
    css: topBar("#hs-eu-cookie-confirmation"),
    html: `<div id="hs-eu-cookie-confirmation" class="hs-cookie-notification-position-top" role="dialog"><div id="hs-eu-cookie-confirmation-inner"><div id="hs-en-cookie-confirmation-buttons-area"><p>${NOTICE}</p><a id="hs-eu-confirmation-button" role="button" href="javascript:void(0)">Accept</a> <a id="hs-eu-decline-button" role="button" href="javascript:void(0)">Decline</a></div></div></div>`,
    reject: "#hs-eu-decline-button",
    accept: "#hs-eu-confirmation-button",
  },
  {
    name: "Cookie Information",
    script: "https://policy.app.cookieinformation.com/uc.js",
    css: modal("#coiOverlay .coi-banner__wrapper") + LOCKED + PINNED,
    html: `<div id="cookie-information-template-wrapper"><div id="coiOverlay" class="coi-overlay"><div id="coi-banner-wrapper" class="coi-banner__wrapper" role="dialog"><div class="coi-banner__text">${NOTICE}</div><button id="declineButton" class="coi-banner__decline">Decline</button> <button class="coi-banner__accept">Accept all</button></div></div></div>`,
    reject: "#declineButton",
    accept: ".coi-banner__accept",
    globals:
      "window.CookieInformation = { declineAllCategories() { widget.close('rejected'); }, submitAllCategories() { widget.close('accepted'); } };",
  },
];

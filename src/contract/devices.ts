// The presets of the option `device`: well-known devices with their screen, in portrait format.

type Screen = readonly [widthPx: number, heightPx: number, scaleFactor: number];

const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0";
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${SAFARI}`;
const IPAD = `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${SAFARI}`;
const androidPhone = (model: string) =>
  `Mozilla/5.0 (Linux; Android 14; ${model}) ${CHROME} Mobile Safari/537.36`;
const androidTablet = (model: string) =>
  `Mozilla/5.0 (Linux; Android 14; ${model}) ${CHROME} Safari/537.36`;

const SCREENS = {
  iphone_se: [[375, 667, 2], IPHONE],
  iphone_13_mini: [[375, 812, 3], IPHONE],
  iphone_13: [[390, 844, 3], IPHONE],
  iphone_14: [[390, 844, 3], IPHONE],
  iphone_14_plus: [[428, 926, 3], IPHONE],
  iphone_15: [[393, 852, 3], IPHONE],
  iphone_15_pro: [[393, 852, 3], IPHONE],
  iphone_15_pro_max: [[430, 932, 3], IPHONE],
  iphone_16: [[393, 852, 3], IPHONE],
  iphone_16_pro: [[402, 874, 3], IPHONE],
  iphone_16_pro_max: [[440, 956, 3], IPHONE],
  ipad: [[820, 1180, 2], IPAD],
  ipad_mini: [[744, 1133, 2], IPAD],
  ipad_pro_11: [[834, 1194, 2], IPAD],
  ipad_pro_13: [[1032, 1376, 2], IPAD],
  pixel_7: [[412, 915, 2.625], androidPhone("Pixel 7")],
  pixel_8: [[412, 915, 2.625], androidPhone("Pixel 8")],
  galaxy_s23: [[360, 780, 3], androidPhone("SM-S911B")],
  galaxy_s24: [[360, 780, 3], androidPhone("SM-S921B")],
  galaxy_tab_s9: [[800, 1280, 2], androidTablet("SM-X710")],
} satisfies Record<string, readonly [Screen, string]>;

export type DeviceName = keyof typeof SCREENS;

export const DEVICE_NAMES = Object.keys(SCREENS) as DeviceName[]; // the keys of SCREENS

/** The options that a device sets. */
function presetOf(name: DeviceName) {
  const [[viewport_width, viewport_height, device_scale_factor], user_agent] = SCREENS[name];
  return {
    viewport_width,
    viewport_height,
    device_scale_factor,
    viewport_mobile: true,
    viewport_has_touch: true,
    user_agent,
  };
}

/** Adds the options of `device` to options that have not been validated. Options that are present override the device. */
export function applyDevice(options: unknown): unknown {
  if (typeof options !== "object" || options === null || !("device" in options)) return options;
  const { device } = options;
  const name = DEVICE_NAMES.find((known) => known === device);
  if (name === undefined) return options;
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...presetOf(name), ...Object.fromEntries(present) };
}

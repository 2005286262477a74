// Presets that fill the viewport options of the form.

type Viewport = {
  viewport_width: string;
  viewport_height: string;
  device_scale_factor: string;
  viewport_mobile: string;
  viewport_has_touch: string;
};

const touch = { viewport_mobile: "true", viewport_has_touch: "true" };
const desktop = { device_scale_factor: "1", viewport_mobile: "", viewport_has_touch: "" };

export const devices: Record<string, Viewport> = {
  Phone: { viewport_width: "390", viewport_height: "844", device_scale_factor: "3", ...touch },
  Tablet: { viewport_width: "820", viewport_height: "1180", device_scale_factor: "2", ...touch },
  Laptop: { viewport_width: "1440", viewport_height: "900", ...desktop },
  Desktop: { viewport_width: "1920", viewport_height: "1080", ...desktop },
};

/** Returns undefined for an unknown device. */
export function findDevice(name: unknown): Viewport | undefined {
  return typeof name === "string" && Object.hasOwn(devices, name) ? devices[name] : undefined;
}

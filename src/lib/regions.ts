// Regions in which Cloudflare can place the database, the bucket, Durable Objects and the Worker.

/**
 * The location hints that D1, R2 and Durable Objects share, each with the cloud region near which the Worker runs
 * (developers.cloudflare.com: d1/configuration/data-location, r2/reference/data-location,
 * durable-objects/reference/data-location, workers/configuration/placement).
 */
export const regions = {
  wnam: "aws:us-west-2",
  enam: "aws:us-east-1",
  weur: "aws:eu-west-1",
  eeur: "gcp:europe-central2",
  apac: "aws:ap-southeast-1",
  oc: "aws:ap-southeast-2",
} as const;

export type Region = keyof typeof regions;

export const REGIONS = Object.keys(regions) as [Region, ...Region[]]; // the keys of a constant

export function isRegion(text: string): text is Region {
  return Object.hasOwn(regions, text);
}

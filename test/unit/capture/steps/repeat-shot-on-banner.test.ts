import { expect, it } from "vitest";
import { Budget } from "../../../../src/capture/budget.ts";
import { repeatShotOnBanner } from "../../../../src/capture/steps/repeat-shot-on-banner.ts";

/** Runs a capture in which a banner is reported before the shots with these numbers. Number 0 is before the first shot. */
async function run(reportedBefore: number[], timeMs = 10_000, sweep = async () => {}) {
  const counts = { sweeps: 0, shots: 0 };
  const reports = { hasLateBanner: reportedBefore.includes(0) };
  const image = await repeatShotOnBanner(
    reports,
    new Budget(timeMs),
    async () => {
      counts.sweeps += 1;
      reports.hasLateBanner = false;
      await sweep();
    },
    async () => {
      counts.shots += 1;
      reports.hasLateBanner = reportedBefore.includes(counts.shots);
      return `image ${counts.shots}`;
    },
  );
  return { ...counts, image };
}

it.each([
  ["has no late banner", [], { sweeps: 0, shots: 1, image: "image 1" }],
  ["has a late banner before the shot", [0], { sweeps: 1, shots: 1, image: "image 1" }],
  ["has a late banner during the shot", [1], { sweeps: 1, shots: 2, image: "image 2" }],
  ["always has another banner", [0, 1, 2, 3, 4], { sweeps: 3, shots: 3, image: "image 3" }],
])(
  "The number of sweeps and shots is limited for a page that %s.",
  async (_, reports, expected) => {
    expect(await run(reports)).toEqual(expected);
  },
);

it("A capture without time for another shot returns the first image.", async () => {
  expect(await run([1], 300)).toEqual({ sweeps: 0, shots: 1, image: "image 1" });
});

it("A failed sweep does not fail the capture.", async () => {
  const failing = async () => Promise.reject(new Error("The page has navigated."));

  expect(await run([1], 10_000, failing)).toMatchObject({ image: "image 2" });
});

it("An endless sweep does not take the time of the shot.", async () => {
  const endless = async () => new Promise<void>(() => {});

  expect(await run([0], 2_000, endless)).toMatchObject({ shots: 1, image: "image 1" });
});

it("A repeated shot that fails keeps the first image.", async () => {
  const reports = { hasLateBanner: false };
  let shots = 0;
  const shoot = async () => {
    shots += 1;
    reports.hasLateBanner = true;
    if (shots > 1) throw new Error("The page has crashed.");
    return "image";
  };

  expect(await repeatShotOnBanner(reports, new Budget(10_000), async () => {}, shoot)).toBe(
    "image",
  );
  expect(shots).toBe(2);
});

it("A capture without blocking takes one shot.", async () => {
  const shoot = async () => "image";

  expect(await repeatShotOnBanner(undefined, new Budget(1_000), shoot, shoot)).toBe("image");
});

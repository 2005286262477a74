import { expect, it } from "vitest";
import { isInPlace } from "../../../../src/capture/in-page/is-in-place.ts";

it.each([
  "none",
  "1",
  "0px",
  "0px 0px",
  "0deg",
  "matrix(1, 0, 0, 1, 0, 0)",
  "translateY(0%) scale(1)",
  "translate3d(0px, 0px, 0.0px)",
  "inset(0% 0% 0px 0)",
  "inset(0px round 4px)",
  "perspective(2500px) rotateY(0deg)",
  "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.0004, 0, 0, 0, 1)",
])("%s leaves an element at its place.", (value) => {
  expect(isInPlace(value)).toBe(true);
});

it.each([
  "1.5",
  "10px",
  "0px 10px",
  "matrix(1, 0, 0, 1, 0, 40)",
  "translateY(40px) scale(1)",
  "scale(0)",
  "scale(10)",
  "inset(0% 100% 0% 0%)",
  "perspective(2500px) rotateY(-100deg)",
  "matrix3d(-0.17, 0, 0.98, -0.0004, 0, 1, 0, 0, -0.98, 0, -0.17, 0.00007, 0, 0, 0, 1)",
  "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.0004, 0, 40, 0, 1)",
  "polygon(0 0, 100% 0, 100% 100%)",
])("%s moves an element or changes its shape.", (value) => {
  expect(isInPlace(value)).toBe(false);
});

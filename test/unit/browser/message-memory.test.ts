import { expect, it, vi } from "vitest";
import { MessageMemory } from "../../../src/browser/message-memory.ts";

const MEBI = 1024 * 1024;

it("The memory of messages is collected after each 16 Mi characters.", () => {
  const collect = vi.fn();
  const memory = new MessageMemory(collect);
  for (let i = 0; i < 15; i += 1) memory.add(MEBI);
  expect(collect).not.toHaveBeenCalled();
  memory.add(MEBI);
  expect(collect).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 16; i += 1) memory.add(MEBI);
  expect(collect).toHaveBeenCalledTimes(2);
});

it("Without a function that collects memory, messages are only counted.", () => {
  expect(() => new MessageMemory().add(32 * MEBI)).not.toThrow();
});

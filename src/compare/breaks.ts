// Interrupts long work, so that other requests of the isolate do not wait until the work is finished.
import { pause } from "../lib/pause.ts";

/** The pixels between two breaks. Decoding them takes about 10 ms. */
const PIXELS_AT_A_TIME = 1_000_000;

export class Breaks {
  #pixels = 0;

  /**
   * Counts pixels. Lets other requests run after every million pixels. workerd reads from its sockets only if a timer
   * interrupts the work.
   */
  async after(pixels: number): Promise<void> {
    this.#pixels += pixels;
    if (this.#pixels < PIXELS_AT_A_TIME) return;
    this.#pixels = 0;
    await pause(0);
  }
}

// The messages of the delivery queue.
import { z } from "zod";

/** `attempt`: number of attempts that started before this one. A message with a lower number than the delivery is a duplicate. */
export const deliveryMessage = z.object({ id: z.string(), attempt: z.number() });

export type DeliveryMessage = z.output<typeof deliveryMessage>;

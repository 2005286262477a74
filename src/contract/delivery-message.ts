// The messages of the delivery queue.
import * as z from "zod";

/**
 * `attempt`: number of attempts that started before this one. If more attempts of the delivery have started, the message is
 * a duplicate.
 */
export const deliveryMessage = z.object({ id: z.string(), attempt: z.number() });

export type DeliveryMessage = z.output<typeof deliveryMessage>;

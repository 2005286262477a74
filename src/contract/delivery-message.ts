// What the queue of deliveries carries.
import { z } from "zod";

/** `attempt`: how many attempts have begun before this one. A message whose number has passed is a duplicate. */
export const deliveryMessage = z.object({ id: z.string(), attempt: z.number() });

export type DeliveryMessage = z.output<typeof deliveryMessage>;

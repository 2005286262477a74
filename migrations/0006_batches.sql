CREATE TABLE `batches` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`capture_order` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `batches_open` ON `batches` (`created_at`) WHERE ended_at IS NULL;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `batch_id` text;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `screenshots_batch` ON `screenshots` (`batch_id`) WHERE batch_id IS NOT NULL;
CREATE TABLE `comparisons` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`before_id` text NOT NULL,
	`after_id` text NOT NULL,
	`settings_hash` text NOT NULL,
	`result` text NOT NULL,
	`diff_key` text,
	`diff_size` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`after_id`) REFERENCES `screenshots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `comparisons_after` ON `comparisons` (`after_id`,`before_id`,`settings_hash`);--> statement-breakpoint
CREATE INDEX `comparisons_account` ON `comparisons` (`account_id`);--> statement-breakpoint
ALTER TABLE `screenshots` ADD `diff_bytes` integer DEFAULT 0 NOT NULL;
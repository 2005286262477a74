CREATE TABLE `archives` (
	`key` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`month` text NOT NULL,
	`records` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `archives_account` ON `archives` (`account_id`,`month`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `record_retention_days` integer;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `archive_key` text;--> statement-breakpoint
CREATE INDEX `screenshots_archived` ON `screenshots` (`archive_key`) WHERE archive_key IS NOT NULL;
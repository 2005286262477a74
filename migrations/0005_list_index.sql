DROP INDEX `screenshots_account_created`;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `folded_url` text;--> statement-breakpoint
CREATE INDEX `screenshots_listed` ON `screenshots` (`account_id`,`deleted_at`,`created_at`,`id`,`status`,`format`);
ALTER TABLE `accounts` ADD `retention_days` integer;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `expired_image_key` text;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `image_expired_at` integer;--> statement-breakpoint
CREATE INDEX `screenshots_kept` ON `screenshots` (`account_id`,`created_at`) WHERE status = 'completed' AND image_key IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `screenshots_expired_image` ON `screenshots` (`expired_image_key`) WHERE expired_image_key IS NOT NULL;
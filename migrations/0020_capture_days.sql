CREATE TABLE `capture_days` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`key_id` text NOT NULL,
	`completed` integer NOT NULL,
	`failed` integer NOT NULL,
	`durations` text NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `key_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `capture_days_day` ON `capture_days` (`day`);--> statement-breakpoint
ALTER TABLE `screenshots` ADD `key_id` text;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `pages` integer;--> statement-breakpoint
CREATE INDEX `screenshots_failed` ON `screenshots` (`account_id`,`created_at`,`id`) WHERE status = 'failed' AND deleted_at IS NULL;--> statement-breakpoint
INSERT INTO `capture_days` (`account_id`, `day`, `key_id`, `completed`, `failed`, `durations`)
SELECT `account_id`, date(`created_at` / 1000, 'unixepoch'), 'unknown', sum(`status` = 'completed'), sum(`status` = 'failed'), '{}'
FROM `screenshots` INDEXED BY `screenshots_listed`
WHERE `status` IN ('completed', 'failed') AND `created_at` >= (unixepoch() - 91 * 86400) * 1000
GROUP BY 1, 2;

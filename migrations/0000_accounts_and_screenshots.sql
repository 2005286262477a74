CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`subscription_status` text DEFAULT 'active' NOT NULL,
	`monthly_screenshots` integer,
	`storage_bytes` integer,
	`requests_per_minute` integer,
	`storage_used_bytes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_name` ON `accounts` (`name`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`secret_hash` text NOT NULL,
	`prefix` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_secret_hash` ON `api_keys` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`);--> statement-breakpoint
CREATE TABLE `credits` (
	`account_id` text NOT NULL,
	`month` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`account_id`, `month`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "credits_not_negative" CHECK("credits"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE `screenshots` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`url` text NOT NULL,
	`name` text,
	`status` text NOT NULL,
	`format` text NOT NULL,
	`options` text NOT NULL,
	`credit_month` text NOT NULL,
	`deadline_at` integer NOT NULL,
	`image_key` text,
	`file_size` integer,
	`width` integer,
	`height` integer,
	`http_status` integer,
	`truncated` integer DEFAULT false NOT NULL,
	`processing_time_ms` integer,
	`error_code` text,
	`error_message` text,
	`cache_key` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `screenshots_account_created` ON `screenshots` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `screenshots_cache` ON `screenshots` (`account_id`,`cache_key`,`created_at`) WHERE cache_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `screenshots_unfinished` ON `screenshots` (`deadline_at`) WHERE status IN ('pending', 'processing');
CREATE TABLE `monitor_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`monitor_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`message` text,
	`screenshot_id` text,
	`confirm_screenshot_id` text,
	`confirm_at` integer,
	`before_id` text,
	`result` text,
	`comparison_id` text,
	`comparisons_started` integer DEFAULT 0 NOT NULL,
	`step_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`monitor_id`) REFERENCES `monitors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `monitor_runs_monitor` ON `monitor_runs` (`monitor_id`,`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `monitor_runs_open` ON `monitor_runs` (`step_at`) WHERE status IN ('capturing', 'confirming');--> statement-breakpoint
CREATE TABLE `monitors` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`folded_url` text,
	`capture_order` text NOT NULL,
	`schedule` text NOT NULL,
	`compare` text NOT NULL,
	`notify` integer NOT NULL,
	`baseline_id` text,
	`series_started_at` integer NOT NULL,
	`enabled` integer NOT NULL,
	`next_run_at` integer NOT NULL,
	`running_run_id` text,
	`last_run_id` text,
	`last_change_id` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `monitors_account` ON `monitors` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `monitors_due` ON `monitors` (`next_run_at`) WHERE enabled = 1 AND running_run_id IS NULL;--> statement-breakpoint
CREATE INDEX `monitors_baseline` ON `monitors` (`baseline_id`) WHERE baseline_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `batches` ADD `monitor_run_id` text;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `cost` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `monitor_id` text;
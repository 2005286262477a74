DROP INDEX `screenshots_cache`;--> statement-breakpoint
CREATE INDEX `screenshots_cacheable` ON `screenshots` (`account_id`,`cache_key`,`created_at`,`status`) WHERE cache_key IS NOT NULL AND image_key IS NOT NULL AND status IN ('processing', 'completed') AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `batches_account` ON `batches` (`account_id`);--> statement-breakpoint
CREATE INDEX `deliveries_webhook_status` ON `deliveries` (`webhook_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `monitor_runs_compared` ON `monitor_runs` (`monitor_id`,`started_at`,`id`) WHERE monitor_runs.status IN ('first', 'same', 'changed');
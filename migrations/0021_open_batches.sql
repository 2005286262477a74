DROP INDEX `batches_open`;--> statement-breakpoint
CREATE INDEX `batches_open` ON `batches` (substr(id, 9)) WHERE ended_at IS NULL;

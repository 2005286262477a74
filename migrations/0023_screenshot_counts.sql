CREATE TABLE `screenshot_counts` (
	`account_id` text NOT NULL,
	`span` integer NOT NULL,
	`start` integer NOT NULL,
	`status` text NOT NULL,
	`format` text NOT NULL,
	`records` integer NOT NULL,
	PRIMARY KEY(`account_id`, `span`, `start`, `status`, `format`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `screenshots_open` ON `screenshots` (`account_id`,`created_at`,`id`,`status`,`format`) WHERE status IN ('pending', 'processing') AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `screenshots_format` ON `screenshots` (`account_id`,`format`,`created_at`,`id`,`status`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TRIGGER `screenshots_counted_insert` AFTER INSERT ON `screenshots` WHEN NEW.`status` IN ('completed', 'failed') AND NEW.`deleted_at` IS NULL BEGIN INSERT INTO `screenshot_counts` SELECT NEW.`account_id`, `length`, NEW.`created_at` - NEW.`created_at` % `length`, NEW.`status`, NEW.`format`, 1 FROM (SELECT 3600000 AS `length` UNION ALL SELECT 86400000 UNION ALL SELECT 2764800000) WHERE TRUE ON CONFLICT DO UPDATE SET `records` = `records` + 1; END;--> statement-breakpoint
CREATE TRIGGER `screenshots_counted_update` AFTER UPDATE OF `account_id`, `status`, `format`, `created_at`, `deleted_at` ON `screenshots` WHEN NEW.`status` IN ('completed', 'failed') AND NEW.`deleted_at` IS NULL BEGIN INSERT INTO `screenshot_counts` SELECT NEW.`account_id`, `length`, NEW.`created_at` - NEW.`created_at` % `length`, NEW.`status`, NEW.`format`, 1 FROM (SELECT 3600000 AS `length` UNION ALL SELECT 86400000 UNION ALL SELECT 2764800000) WHERE TRUE ON CONFLICT DO UPDATE SET `records` = `records` + 1; END;--> statement-breakpoint
CREATE TRIGGER `screenshots_uncounted_update` AFTER UPDATE OF `account_id`, `status`, `format`, `created_at`, `deleted_at` ON `screenshots` WHEN OLD.`status` IN ('completed', 'failed') AND OLD.`deleted_at` IS NULL BEGIN UPDATE `screenshot_counts` SET `records` = `records` - 1 FROM (SELECT 3600000 AS `length` UNION ALL SELECT 86400000 UNION ALL SELECT 2764800000) WHERE `account_id` = OLD.`account_id` AND `span` = `length` AND `start` = OLD.`created_at` - OLD.`created_at` % `length` AND `status` = OLD.`status` AND `format` = OLD.`format`; END;--> statement-breakpoint
CREATE TRIGGER `screenshots_uncounted_delete` AFTER DELETE ON `screenshots` WHEN OLD.`status` IN ('completed', 'failed') AND OLD.`deleted_at` IS NULL BEGIN UPDATE `screenshot_counts` SET `records` = `records` - 1 FROM (SELECT 3600000 AS `length` UNION ALL SELECT 86400000 UNION ALL SELECT 2764800000) WHERE `account_id` = OLD.`account_id` AND `span` = `length` AND `start` = OLD.`created_at` - OLD.`created_at` % `length` AND `status` = OLD.`status` AND `format` = OLD.`format`; END;--> statement-breakpoint
CREATE TRIGGER `screenshot_counts_empty` AFTER UPDATE OF `records` ON `screenshot_counts` WHEN NEW.`records` = 0 BEGIN DELETE FROM `screenshot_counts` WHERE `account_id` = NEW.`account_id` AND `span` = NEW.`span` AND `start` = NEW.`start` AND `status` = NEW.`status` AND `format` = NEW.`format`; END;--> statement-breakpoint
-- Counts the existing records, and replaces what the triggers have counted since their creation.
INSERT OR REPLACE INTO `screenshot_counts` SELECT `account_id`, 3600000, `created_at` - `created_at` % 3600000, `status`, `format`, count(*) FROM `screenshots` INDEXED BY `screenshots_listed` WHERE `deleted_at` IS NULL AND `status` IN ('completed', 'failed') GROUP BY 1, 3, 4, 5;--> statement-breakpoint
INSERT OR REPLACE INTO `screenshot_counts` SELECT `account_id`, 86400000, `start` - `start` % 86400000, `status`, `format`, sum(`records`) FROM `screenshot_counts` WHERE `span` = 3600000 GROUP BY 1, 3, 4, 5;--> statement-breakpoint
INSERT OR REPLACE INTO `screenshot_counts` SELECT `account_id`, 2764800000, `start` - `start` % 2764800000, `status`, `format`, sum(`records`) FROM `screenshot_counts` WHERE `span` = 86400000 GROUP BY 1, 3, 4, 5;

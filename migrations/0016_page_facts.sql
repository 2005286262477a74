ALTER TABLE `screenshots` ADD `page` text;--> statement-breakpoint
ALTER TABLE `screenshots` ADD `folded_page` text;
CREATE TABLE `database_sizes` (
	`day` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL
);

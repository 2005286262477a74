-- Rows of earlier versions marked this failure only by its sentence.
UPDATE `screenshots` SET `error_code` = 'not_queued' WHERE `batch_id` IS NOT NULL AND `status` = 'failed' AND `error_code` = 'internal_error' AND `error_message` = 'The capture could not be queued and has been refunded.';

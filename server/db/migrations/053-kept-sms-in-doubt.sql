-- Until 048 a message that a restore had doubted could look as if it had only been kept, also once it was marked as sent: 'Send all kept'
-- would send it once more. Within a restore this comes after the doubt of the backup's own version.
update sms_numbers set gateway = 'http'
where gateway = 'outbox' and state in ('unclear', 'sent') and last_error = 'It may have been sent after the backup';

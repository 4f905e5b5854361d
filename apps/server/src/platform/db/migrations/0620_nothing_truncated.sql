-- What is only added to is not emptied as a whole either, which no trigger for each row sees.
do $$
declare
  kept text;
begin
  foreach kept in array array[
    'audit_log', 'audit_chain', 'audit_archive', 'audit_verification', 'manual_reading', 'run_reading', 'period_act', 'reading_batch',
    'energy_report_version', 'energy_report_note', 'energy_report_text', 'statistics_freeze', 'statistics_comment', 'deviation_note'
  ] loop
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', kept || '_not_truncated', kept);
  end loop;
end $$;

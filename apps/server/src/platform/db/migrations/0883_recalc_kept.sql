-- What months were before they were recalculated stays as it was written.
create trigger factor_recalc_append_only before update or delete on factor_recalc for each row execute function refuse_change();
create trigger factor_recalc_not_truncated before truncate on factor_recalc for each statement execute function refuse_change();

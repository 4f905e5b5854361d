/** Settlements that stand: on their way or agreed, and not cancelled with their receivable. */
export const SETTLEMENTS = `(select u.id, u.serial, u.contract, u.period_start, u.period_end from f_user_settlement u
    where u.status in ('running', 'returned', 'approved') and not exists (select from b_receivable_ledger r
      where r.settlement = u.id and r.state = '已取消' and not r.voided))`;

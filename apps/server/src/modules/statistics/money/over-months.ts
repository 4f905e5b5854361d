/** Amounts of a span of days, divided over its months by days: to the fen, the largest remainders first, so that the parts add up to the whole. */

/**
 * @param rows subselect with `amount` (two places), `first` and `last` (days, both included)
 * @returns rows of it once for each month, with `month` and `part`
 */
export const overMonths = (rows: string): string => `(
  select x.*, d.month, d.part
  from ${rows} x cross join lateral (
    select w.month, sign(x.amount) * (w.fen + case when w.rank <= w.rest then 1 else 0 end) / 100 as part
    from (
      select v.month, v.fen, row_number() over (order by v.remainder desc, v.month) as rank, v.whole - sum(v.fen) over () as rest
      from (
        select g.month, g.whole, div(g.whole * g.days, g.all_days) as fen, mod(g.whole * g.days, g.all_days) as remainder
        from (
          select to_char(s, 'YYYY-MM') as month, abs(x.amount) * 100 as whole, x.last - x.first + 1 as all_days,
            least(x.last, (s + interval '1 month')::date - 1) - greatest(x.first, s::date) + 1 as days
          from generate_series(date_trunc('month', x.first::timestamp), x.last::timestamp, interval '1 month') s) g) v) w) d)`;

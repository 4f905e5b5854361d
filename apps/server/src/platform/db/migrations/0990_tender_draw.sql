-- 随机抽取受邀单位: whom a draw could meet, by which seed, and whom it met. Written once, never changed.
create table tender_draw (
  id bigint generated always as identity primary key,
  tender bigint not null references f_tender_application on delete cascade,
  no integer not null, -- from 1 within the tender
  kind text, -- 服务商类别 that was asked for
  wanted integer not null check (wanted > 0),
  seed text not null,
  pool jsonb not null, -- [{id, code, name}], by code
  drawn jsonb not null, -- of the pool, in the order in which they were drawn
  skipped jsonb not null default '[]', -- of the pool: under one control with one drawn before
  reason text, -- why it was drawn again
  drawn_by bigint not null references app_user,
  drawn_at timestamptz not null default app_now(),
  unique (tender, no)
);

-- Why a supplier may not be invited or ordered from on a day, in words; null where it may. One rule for a single supplier and for the pool of a draw.
create function supplier_unfit(s supplier, day date) returns text language sql stable as $$
  select case
    when s.state not in ('合格', '试用') then '库内状态为' || s.state
    when s.grade in ('C', 'D') then s.grade || '级'
    when s.invite_from > day then to_char(s.invite_from, 'YYYY-MM-DD') || '前不得受邀'
    when s.warning is not null then s.warning
    when s.cert_expire < day then '资质已于' || to_char(s.cert_expire, 'YYYY-MM-DD') || '到期'
  end
$$;

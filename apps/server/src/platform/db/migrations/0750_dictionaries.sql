-- 数据字典: what was added to the words of the program, and what was changed of them; figures by the day from which they hold.
create table dictionary_word (
  dict text not null,
  code text not null,
  -- Null for a word of the program, which keeps its name.
  name text,
  sort integer,
  valid_from date,
  -- The last day on which it is offered.
  valid_to date,
  updated_by bigint references app_user,
  updated_at timestamptz not null default app_now(),
  primary key (dict, code)
);
create unique index dictionary_word_name on dictionary_word (dict, name) where name is not null;

-- A figure that held is never written over: what was reckoned with it stays as it was.
create table dictionary_figure (
  dict text not null,
  code text not null,
  valid_from date not null,
  value numeric not null,
  set_by bigint references app_user,
  set_at timestamptz not null default app_now(),
  primary key (dict, code, valid_from)
);

-- The figure as of a day; `otherwise` is the program's own.
create function dictionary_figure_at(of_dict text, of_code text, on_day date, otherwise numeric) returns numeric
  language sql stable
  return coalesce((select f.value from dictionary_figure f where f.dict = of_dict and f.code = of_code and f.valid_from <= on_day
    order by f.valid_from desc limit 1), otherwise);

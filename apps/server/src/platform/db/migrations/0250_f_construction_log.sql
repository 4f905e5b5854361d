-- 施工日志 (constructionLog): drafted from its definition.

create table f_construction_log (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  sub_project bigint, -- 子项目
  project_contract bigint, -- 施工合同
  work_date date, -- 日期
  weather_am text, -- 上午天气
  weather_pm text, -- 下午天气
  temp_high numeric(20,1), -- 最高气温（℃）
  temp_low numeric(20,1), -- 最低气温（℃）
  site_leader text, -- 现场负责人
  safety_talk boolean, -- 班前安全交底
  talk_photos jsonb, -- 交底照片
  hot_work boolean, -- 动火作业
  hot_permit text, -- 动火证编号
  high_work boolean, -- 高处或吊装作业
  stop_hours numeric(20,1), -- 停工时长（h）
  stop_why text, -- 停工原因
  concealed boolean, -- 有隐蔽工程
  concealed_part text, -- 隐蔽部位与验收人
  visa_need boolean, -- 有签证事项
  visa_content text, -- 签证内容与估价
  tomorrow_plan text, -- 明日计划
  site_photos jsonb, -- 现场照片
  people_total integer, -- 出勤人数（人）
  man_hour_total numeric(20,1), -- 总人工时（人·h）
  value_total numeric(18,2), -- 今日产值（元）
  fine_total numeric(18,2), -- 罚款合计（元）
  over_count integer, -- 超量项数（项）
  manager_comment text, -- 审阅意见
  fine_agreed numeric(18,2) -- 核定罚款（元）
);

create index f_construction_log_applicant_created_at_id_idx on f_construction_log (applicant, created_at, id);
create index f_construction_log_status_created_at_id_idx on f_construction_log (status, created_at, id);
create index f_construction_log_applicant_dept_created_at_id_idx on f_construction_log (applicant_dept, created_at, id);
create index f_construction_log_created_at_id_idx on f_construction_log (created_at, id);
create index f_construction_log_project_created_at_id_idx on f_construction_log (project, created_at, id);
create index f_construction_log_sub_project_idx on f_construction_log (sub_project);
create index f_construction_log_project_contract_idx on f_construction_log (project_contract);
create index f_construction_log_work_date_idx on f_construction_log (work_date);

create trigger f_construction_log_added after insert on f_construction_log referencing new table as changed
  for each statement execute function form_changed('constructionLog');
create trigger f_construction_log_changed after update on f_construction_log referencing new table as changed
  for each statement execute function form_changed('constructionLog');
create trigger f_construction_log_removed after delete on f_construction_log referencing old table as changed
  for each statement execute function form_changed('constructionLog');

-- 出勤
create table f_construction_log_crews (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_log on delete cascade,
  row_no integer not null,
  trade text, -- 工种
  people integer, -- 人数（人）
  hours numeric(20,1), -- 工时（h）
  man_hours numeric(20,1) -- 人工时（人·h）
);
create index f_construction_log_crews_parent_idx on f_construction_log_crews (parent_id, row_no);

-- 完成工程量
create table f_construction_log_progress (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_log on delete cascade,
  row_no integer not null,
  order_line bigint, -- 合同清单行
  part text, -- 部位
  work_item text, -- 工作内容
  done_qty numeric(20,3), -- 今日完成
  qty_unit text, -- 单位
  done_before numeric(20,3), -- 此前累计
  total_done numeric(20,3), -- 累计完成
  plan_qty numeric(20,3), -- 清单工程量
  item_price numeric(18,4), -- 合同单价（元）
  day_value numeric(18,2), -- 今日产值
  done_rate numeric(12,4), -- 完成率
  over_qty integer -- 超清单量
);
create index f_construction_log_progress_parent_idx on f_construction_log_progress (parent_id, row_no);

-- 质量安全问题
create table f_construction_log_issues (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_log on delete cascade,
  row_no integer not null,
  issue_kind text, -- 类别
  issue_desc text, -- 情况
  issue_fine numeric(18,2), -- 罚款（元）
  issue_due date -- 整改期限
);
create index f_construction_log_issues_parent_idx on f_construction_log_issues (parent_id, row_no);

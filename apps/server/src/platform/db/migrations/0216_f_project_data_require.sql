-- 项目数据需求 (projectDataRequire): drafted from its definition.

create table f_project_data_require (
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
  dept text, -- 部门
  require_purpose text, -- 需求用途
  use_note text, -- 用途说明
  data_from text, -- 数据起月
  data_to text, -- 数据止月
  granularity text, -- 数据颗粒度
  deadline date, -- 要求提供日期
  urgent boolean, -- 加急
  urgent_reason text, -- 加急原因
  provider bigint, -- 数据提供人
  file_format text, -- 文件格式
  outside boolean, -- 提供给公司外部
  outside_unit text, -- 外部接收单位
  outside_person text, -- 外部接收人
  outside_phone text, -- 接收人电话
  secret_file jsonb, -- 保密协议或客户函
  secret_level text, -- 数据密级
  desensitize text[], -- 脱敏要求
  need_count integer, -- 数据项数（项）
  point_total integer, -- 点位合计（个）
  money_count integer, -- 经营数据项（项）
  deliver_count integer, -- 交付项数（项）
  complete_total numeric(12,4), -- 总完整率
  release_scope text, -- 批准范围
  provide_date date, -- 提供日期
  desensitized boolean, -- 已按要求脱敏
  data_note text, -- 口径与异常说明
  accept_result text, -- 验收结果
  useful_score integer, -- 满意度评分（分）
  destroy_date date -- 数据销毁或归还日期
);

create index f_project_data_require_applicant_created_at_id_idx on f_project_data_require (applicant, created_at, id);
create index f_project_data_require_status_created_at_id_idx on f_project_data_require (status, created_at, id);
create index f_project_data_require_applicant_dept_created_at_id_idx on f_project_data_require (applicant_dept, created_at, id);
create index f_project_data_require_created_at_id_idx on f_project_data_require (created_at, id);
create index f_project_data_require_project_created_at_id_idx on f_project_data_require (project, created_at, id);
create index f_project_data_require_dept_idx on f_project_data_require (dept);
create index f_project_data_require_provider_idx on f_project_data_require (provider);
create index f_project_data_require_deadline_idx on f_project_data_require (deadline);

create trigger f_project_data_require_added after insert on f_project_data_require referencing new table as changed
  for each statement execute function form_changed('projectDataRequire');
create trigger f_project_data_require_changed after update on f_project_data_require referencing new table as changed
  for each statement execute function form_changed('projectDataRequire');
create trigger f_project_data_require_removed after delete on f_project_data_require referencing old table as changed
  for each statement execute function form_changed('projectDataRequire');

-- 数据清单
create table f_project_data_require_needs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_data_require on delete cascade,
  row_no integer not null,
  data_kind text, -- 数据类别
  data_scope text, -- 范围或设备
  data_fields text, -- 所需字段
  point_count integer, -- 点位数（个）
  data_source text, -- 数据来源
  must_have boolean, -- 必需
  money_data integer -- 经营数据
);
create index f_project_data_require_needs_parent_idx on f_project_data_require_needs (parent_id, row_no);

-- 交付清单
create table f_project_data_require_deliveries (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_data_require on delete cascade,
  row_no integer not null,
  deliver_kind text, -- 数据内容
  row_count integer, -- 记录数（条）
  expect_count integer, -- 应有记录数（条）
  complete_rate numeric(12,4), -- 完整率
  miss_reason text, -- 缺失原因
  data_file jsonb, -- 数据文件
  miss_no_reason integer -- 校验：缺失未说明
);
create index f_project_data_require_deliveries_parent_idx on f_project_data_require_deliveries (parent_id, row_no);

-- 入职申请 (userEntry): drafted from its definition.

create table f_user_entry (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  dept text, -- 部门
  name text, -- 姓名
  gender text, -- 性别
  id_no text, -- 身份证号
  mobile text, -- 手机号
  education text, -- 最高学历
  school_major text, -- 毕业院校及专业
  home_address text, -- 户籍地址
  live_address text, -- 现住址
  emergency_name text, -- 紧急联系人及关系
  emergency_phone text, -- 紧急联系人电话
  channel text, -- 招聘渠道
  referrer bigint, -- 内部推荐人
  employ_type text, -- 用工形式
  dispatch_company bigint, -- 劳务派遣单位
  entry_dept text, -- 入职部门
  position text, -- 岗位
  mentor bigint, -- 带教师傅
  entry_date date, -- 入职日期
  contract_years numeric(20,1), -- 合同年限（年）
  contract_start date, -- 合同开始日期
  contract_end date, -- 合同结束日期
  probation_months integer, -- 试用期（个月）
  probation_end date, -- 试用期结束日期
  probation_salary numeric(18,2), -- 试用期月薪
  formal_salary numeric(18,2), -- 转正月薪
  meal_subsidy numeric(18,2), -- 月餐补
  hot_subsidy numeric(18,2), -- 月高温/机房津贴
  need_house boolean, -- 是否需公司安排住宿
  bank_account text, -- 工资卡开户行及账号
  formal_income numeric(18,2), -- 转正后月收入合计
  probation_rate numeric(12,4), -- 试用期工资占比
  cert_count integer, -- 持证数量
  theory_score integer, -- 专业理论得分
  practice_score integer, -- 实操得分
  interview_opinion text, -- 面试评语
  job_no text, -- 工号
  background_check text, -- 背景核实
  background_note text, -- 异常说明
  insurance_month text, -- 社保公积金起缴月
  actual_entry date, -- 实际报到日期
  safety_edu date, -- 三级安全教育完成日期
  work_wear text[], -- 工装及劳保发放
  role_names text -- 开通系统角色
);

create index f_user_entry_applicant_created_at_id_idx on f_user_entry (applicant, created_at, id);
create index f_user_entry_status_created_at_id_idx on f_user_entry (status, created_at, id);
create index f_user_entry_applicant_dept_created_at_id_idx on f_user_entry (applicant_dept, created_at, id);
create index f_user_entry_created_at_id_idx on f_user_entry (created_at, id);
create index f_user_entry_project_created_at_id_idx on f_user_entry (project, created_at, id);
create index f_user_entry_entry_dept_idx on f_user_entry (entry_dept);
create index f_user_entry_entry_date_idx on f_user_entry (entry_date);
create unique index f_user_entry_id_no_live on f_user_entry (id_no) where status in ('running', 'returned', 'approved');
create unique index f_user_entry_mobile_live on f_user_entry (mobile) where status in ('running', 'returned', 'approved');
create unique index f_user_entry_job_no_live on f_user_entry (job_no) where status in ('running', 'returned', 'approved');

create trigger f_user_entry_added after insert on f_user_entry referencing new table as changed
  for each statement execute function form_changed('userEntry');
create trigger f_user_entry_changed after update on f_user_entry referencing new table as changed
  for each statement execute function form_changed('userEntry');
create trigger f_user_entry_removed after delete on f_user_entry referencing old table as changed
  for each statement execute function form_changed('userEntry');

-- 持有证书
create table f_user_entry_certs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_entry on delete cascade,
  row_no integer not null,
  cert_type text, -- 证书类别
  cert_no text, -- 证书编号
  issue_org text, -- 发证机关
  expire_date date, -- 有效期至
  scan jsonb -- 证书扫描件
);
create index f_user_entry_certs_parent_idx on f_user_entry_certs (parent_id, row_no);

-- 工作经历
create table f_user_entry_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_entry on delete cascade,
  row_no integer not null,
  company text, -- 工作单位
  job_name text, -- 岗位
  work_from text, -- 开始月份
  work_to text, -- 结束月份
  machine_type text, -- 操作过的主机
  leave_reason text -- 离职原因
);
create index f_user_entry_works_parent_idx on f_user_entry_works (parent_id, row_no);

-- 入职材料
create table f_user_entry_materials (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_entry on delete cascade,
  row_no integer not null,
  material text, -- 材料名称
  submitted boolean, -- 是否提交
  promise_date date, -- 未交承诺补交日期
  file jsonb -- 材料附件
);
create index f_user_entry_materials_parent_idx on f_user_entry_materials (parent_id, row_no);

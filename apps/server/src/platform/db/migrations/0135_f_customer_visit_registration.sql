-- 客户来访登记 (customerVisitRegistration): drafted from its definition.

create table f_customer_visit_registration (
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
  visitor_unit text, -- 来访单位
  visitor_type text, -- 来访类型
  arrive_time timestamptz, -- 到访时间
  leave_time timestamptz, -- 离开时间
  visit_place text, -- 来访地点
  purpose text, -- 来访事由
  reception_user bigint, -- 接待负责人
  companions bigint[], -- 陪同人员
  plate_no text, -- 车牌号
  enter_room boolean, -- 是否进入机房
  safety_briefed boolean, -- 已做入场安全告知并发放防护用品
  talk_content text, -- 洽谈内容纪要
  customer_demand text, -- 客户诉求
  mood text, -- 客户态度
  meal_cost numeric(18,2), -- 餐费（元）
  lodging_cost numeric(18,2), -- 住宿费（元）
  gift_cost numeric(18,2), -- 纪念品费（元）
  visit_photos jsonb, -- 来访照片
  visitor_count integer, -- 来访人数（人）
  reception_cost numeric(18,2), -- 接待费用合计（元）
  undone_count integer, -- 未完成承诺（项）
  area_instruction text, -- 批示
  approved_cost numeric(18,2), -- 核定费用（元）
  follow_result text, -- 落实情况
  close_date date -- 销项日期
);

create index f_customer_visit_registration_applicant_created_at_id_idx on f_customer_visit_registration (applicant, created_at, id);
create index f_customer_visit_registration_status_created_at_id_idx on f_customer_visit_registration (status, created_at, id);
create index f_customer_visit_registration_applicant_dept_created_s433ky on f_customer_visit_registration (applicant_dept, created_at, id);
create index f_customer_visit_registration_created_at_id_idx on f_customer_visit_registration (created_at, id);
create index f_customer_visit_registration_project_created_at_id_idx on f_customer_visit_registration (project, created_at, id);
create index f_customer_visit_registration_arrive_time_idx on f_customer_visit_registration (arrive_time);

create trigger f_customer_visit_registration_added after insert on f_customer_visit_registration referencing new table as changed
  for each statement execute function form_changed('customerVisitRegistration');
create trigger f_customer_visit_registration_changed after update on f_customer_visit_registration referencing new table as changed
  for each statement execute function form_changed('customerVisitRegistration');
create trigger f_customer_visit_registration_removed after delete on f_customer_visit_registration referencing old table as changed
  for each statement execute function form_changed('customerVisitRegistration');

-- 来访人员
create table f_customer_visit_registration_visitors (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_customer_visit_registration on delete cascade,
  row_no integer not null,
  visitor_name text, -- 姓名
  visitor_post text, -- 职务
  visitor_phone text, -- 电话
  decision text -- 决策角色
);
create index f_customer_visit_registration_visitors_parent_idx on f_customer_visit_registration_visitors (parent_id, row_no);

-- 承诺事项
create table f_customer_visit_registration_follow_ups (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_customer_visit_registration on delete cascade,
  row_no integer not null,
  matter text, -- 事项
  owner bigint, -- 责任人
  due_date date, -- 完成期限
  done boolean, -- 已完成
  undone integer -- 未完成
);
create index f_customer_visit_registration_follow_ups_parent_idx on f_customer_visit_registration_follow_ups (parent_id, row_no);

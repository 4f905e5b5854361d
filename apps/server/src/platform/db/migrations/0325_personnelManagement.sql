-- 值班排班 (dutySchedule): drafted from its definition.

create table f_duty_schedule (
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
  duty_month text, -- 排班月份
  season text, -- 运行季节
  shift_system text, -- 班制
  run_host_count integer, -- 当月计划运行主机台数（台）
  gas_room boolean, -- 是否直燃机/锅炉等燃气机房
  required_per_shift integer, -- 每班最少在岗人数（人）
  standard_hours numeric(20,2), -- 当月法定工时（小时）
  duty_leader bigint, -- 值班负责人(班长)
  leader_phone text, -- 值班负责人电话
  backup_leader bigint, -- 备班负责人
  client_duty_phone text, -- 客户方值班电话
  has_holiday boolean, -- 是否含法定节假日
  holiday_plan text, -- 节假日值班安排
  handover_require text, -- 交接班要求
  person_count integer, -- 值班人数（人）
  total_hours numeric(20,1), -- 计划总工时（小时）
  avg_hours numeric(20,1), -- 人均工时（小时）
  night_total integer, -- 夜班总班数（班）
  holiday_total numeric(20,1), -- 法定节假日总工时（小时）
  night_allowance numeric(18,2), -- 夜班津贴标准（元/班）
  cert_checked text, -- 持证核对结果
  cert_problem text, -- 持证问题说明
  actual_hours numeric(20,1), -- 实际总工时（小时）
  swap_record text, -- 换班顶班记录
  absent_shifts integer, -- 缺岗班数（班）
  sign_sheet jsonb -- 值班签到表
);

create index f_duty_schedule_applicant_created_at_id_idx on f_duty_schedule (applicant, created_at, id);
create index f_duty_schedule_status_created_at_id_idx on f_duty_schedule (status, created_at, id);
create index f_duty_schedule_applicant_dept_created_at_id_idx on f_duty_schedule (applicant_dept, created_at, id);
create index f_duty_schedule_created_at_id_idx on f_duty_schedule (created_at, id);
create index f_duty_schedule_project_created_at_id_idx on f_duty_schedule (project, created_at, id);
create index f_duty_schedule_duty_month_idx on f_duty_schedule (duty_month);
create index f_duty_schedule_duty_leader_idx on f_duty_schedule (duty_leader);

create trigger f_duty_schedule_added after insert on f_duty_schedule referencing new table as changed
  for each statement execute function form_changed('dutySchedule');
create trigger f_duty_schedule_changed after update on f_duty_schedule referencing new table as changed
  for each statement execute function form_changed('dutySchedule');
create trigger f_duty_schedule_removed after delete on f_duty_schedule referencing old table as changed
  for each statement execute function form_changed('dutySchedule');

-- 值班人员汇总
create table f_duty_schedule_persons (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_duty_schedule on delete cascade,
  row_no integer not null,
  watcher bigint, -- 值班员
  post text, -- 岗位
  cert_type text, -- 持证类别
  cert_expire date, -- 证书有效期至
  day_shifts integer, -- 白班班数（班）
  night_shifts integer, -- 夜班班数（班）
  hours_per_shift numeric(20,1), -- 每班工时（小时）
  plan_hours numeric(20,1), -- 计划工时（小时）
  holiday_hours numeric(20,1) -- 其中法定节假日工时（小时）
);
create index f_duty_schedule_persons_parent_idx on f_duty_schedule_persons (parent_id, row_no);

-- 逐日班次表
create table f_duty_schedule_shifts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_duty_schedule on delete cascade,
  row_no integer not null,
  duty_date date, -- 日期
  shift text, -- 班次
  start_time text, -- 上班时间
  end_time text, -- 下班时间
  main_watcher bigint, -- 主值
  vice_watchers bigint[], -- 副值
  shift_note text -- 当班重点工作
);
create index f_duty_schedule_shifts_parent_idx on f_duty_schedule_shifts (parent_id, row_no);

-- 转正申请 (userFormal): drafted from its definition.

create table f_user_formal (
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
  employee bigint, -- 转正员工
  job_no text, -- 工号
  position text, -- 岗位
  entry_date date, -- 入职日期
  probation_end date, -- 试用期结束日期
  mentor bigint, -- 带教师傅
  formal_type text, -- 转正方式
  formal_date date, -- 拟转正日期
  extend_to date, -- 试用期延长至
  attend_days numeric(20,1), -- 试用期出勤天数（天）
  late_times integer, -- 迟到早退次数（次）
  leave_days numeric(20,1), -- 请假天数（天）
  train_hours numeric(20,1), -- 参加培训学时（学时）
  entry_rate numeric(12,4), -- 能耗数据录入及时率
  patrol_rate numeric(12,4), -- 巡检完成率
  theory_score numeric(20,1), -- 理论考试成绩
  mastered_skills text[], -- 已独立掌握的操作
  probation_summary text, -- 试用期工作总结
  improve_plan text, -- 不足与改进计划
  probation_salary numeric(18,2), -- 试用期月薪
  formal_salary numeric(18,2), -- 拟转正月薪
  effect_month text, -- 薪资生效月
  task_weight numeric(12,4), -- 任务权重合计
  task_score numeric(20,2), -- 任务自评得分
  total_score numeric(20,2), -- 转正综合得分
  salary_rise numeric(18,2), -- 转正调薪额
  practice_score numeric(20,1), -- 实操考核得分
  can_stand_alone text, -- 能否独立顶岗
  mentor_opinion text, -- 带教评语
  manager_score numeric(20,1), -- 工作态度与业绩得分
  manager_opinion text, -- 部门意见
  insurance_checked text, -- 社保与合同核对
  approved_salary numeric(18,2) -- 核定转正月薪
);

create index f_user_formal_applicant_created_at_id_idx on f_user_formal (applicant, created_at, id);
create index f_user_formal_status_created_at_id_idx on f_user_formal (status, created_at, id);
create index f_user_formal_applicant_dept_created_at_id_idx on f_user_formal (applicant_dept, created_at, id);
create index f_user_formal_created_at_id_idx on f_user_formal (created_at, id);
create index f_user_formal_project_created_at_id_idx on f_user_formal (project, created_at, id);
create index f_user_formal_employee_idx on f_user_formal (employee);
create index f_user_formal_dept_idx on f_user_formal (dept);
create index f_user_formal_formal_date_idx on f_user_formal (formal_date);

create trigger f_user_formal_added after insert on f_user_formal referencing new table as changed
  for each statement execute function form_changed('userFormal');
create trigger f_user_formal_changed after update on f_user_formal referencing new table as changed
  for each statement execute function form_changed('userFormal');
create trigger f_user_formal_removed after delete on f_user_formal referencing old table as changed
  for each statement execute function form_changed('userFormal');

-- 试用期工作任务
create table f_user_formal_tasks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_formal on delete cascade,
  row_no integer not null,
  task text, -- 任务
  goal text, -- 目标要求
  weight numeric(12,4), -- 权重
  result text, -- 完成情况
  score numeric(20,1), -- 自评分
  weighted numeric(20,2) -- 加权分
);
create index f_user_formal_tasks_parent_idx on f_user_formal_tasks (parent_id, row_no);

-- 离职报告 (resignationReport): drafted from its definition.

create table f_resignation_report (
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
  employee bigint, -- 离职员工
  job_no text, -- 工号
  position text, -- 岗位
  employ_type text, -- 用工形式
  entry_date date, -- 入职日期
  in_probation boolean, -- 是否在试用期
  contract_end date, -- 劳动合同到期日
  resign_type text, -- 离职类型
  reasons text[], -- 离职原因
  reason_text text, -- 原因说明
  apply_date date, -- 提出日期
  last_work_day date, -- 最后工作日
  handover_to bigint, -- 工作接手人
  unused_leave numeric(20,1), -- 未休年假/调休（天）
  live_in_dorm boolean, -- 是否住公司宿舍
  move_out_date date, -- 退宿日期
  train_agreement boolean, -- 是否有未满服务期的取证培训
  apply_file jsonb, -- 离职申请书(签字)
  notice_days integer, -- 提前通知天数（天）
  compensate_total numeric(18,2), -- 财物赔偿合计
  net_settle numeric(18,2), -- 离职结算净额
  retain_result text, -- 挽留结果
  talk_record text, -- 面谈记录
  post_plan text, -- 顶岗方案
  takeover_date date, -- 交接完成日期
  takeover_sign jsonb, -- 接手人签字
  borrow_left numeric(18,2), -- 未还借款
  pending_reimburse numeric(18,2), -- 未报销费用
  finance_note text, -- 清算说明
  salary_due numeric(18,2), -- 应发工资
  leave_pay numeric(18,2), -- 未休假折算
  economic_pay numeric(18,2), -- 经济补偿金
  train_refund numeric(18,2), -- 应退培训取证费
  insurance_stop text -- 社保停缴月
);

create index f_resignation_report_applicant_created_at_id_idx on f_resignation_report (applicant, created_at, id);
create index f_resignation_report_status_created_at_id_idx on f_resignation_report (status, created_at, id);
create index f_resignation_report_applicant_dept_created_at_id_idx on f_resignation_report (applicant_dept, created_at, id);
create index f_resignation_report_created_at_id_idx on f_resignation_report (created_at, id);
create index f_resignation_report_project_created_at_id_idx on f_resignation_report (project, created_at, id);
create index f_resignation_report_employee_idx on f_resignation_report (employee);
create index f_resignation_report_dept_idx on f_resignation_report (dept);
create index f_resignation_report_last_work_day_idx on f_resignation_report (last_work_day);

create trigger f_resignation_report_added after insert on f_resignation_report referencing new table as changed
  for each statement execute function form_changed('resignationReport');
create trigger f_resignation_report_changed after update on f_resignation_report referencing new table as changed
  for each statement execute function form_changed('resignationReport');
create trigger f_resignation_report_removed after delete on f_resignation_report referencing old table as changed
  for each statement execute function form_changed('resignationReport');

-- 工作交接
create table f_resignation_report_work_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_resignation_report on delete cascade,
  row_no integer not null,
  matter text, -- 交接事项
  state text, -- 现状与下一步
  done_date date, -- 交接日期
  attachment jsonb -- 交接附件
);
create index f_resignation_report_work_items_parent_idx on f_resignation_report_work_items (parent_id, row_no);

-- 财物归还
create table f_resignation_report_goods (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_resignation_report on delete cascade,
  row_no integer not null,
  goods_name text, -- 物品
  qty integer, -- 数量
  returned text, -- 归还状态
  compensate numeric(18,2) -- 应赔金额
);
create index f_resignation_report_goods_parent_idx on f_resignation_report_goods (parent_id, row_no);

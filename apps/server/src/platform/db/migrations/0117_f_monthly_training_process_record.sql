-- 月度培训过程记录 (monthlyTrainingProcessRecord): drafted from its definition.

create table f_monthly_training_process_record (
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
  plan bigint, -- 所属月度计划
  in_plan text, -- 计划属性
  topic text, -- 课程名称
  category bigint, -- 课程类别
  trainer bigint, -- 讲师
  out_trainer text, -- 外聘/厂家讲师及单位
  method text, -- 培训方式
  place text, -- 培训地点
  start_time timestamptz, -- 实际开始时间
  end_time timestamptz, -- 实际结束时间
  hours numeric(20,1), -- 实际学时（学时）
  should_count integer, -- 应到人数（人）
  actual_count integer, -- 实到人数（人）
  process_note text, -- 培训内容与过程
  device_used text, -- 实操使用设备
  questions text, -- 学员主要问题与解答
  pass_line integer, -- 合格分数线
  sign_sheet jsonb, -- 签到表
  site_photos jsonb, -- 培训现场照片
  courseware jsonb, -- 课件与试卷
  actual_fee numeric(18,2), -- 实际费用
  attend_rate numeric(12,4), -- 到课率
  avg_score numeric(20,1), -- 平均成绩
  credit_total numeric(20,1), -- 计入总学时（学时）
  fee_per_hour numeric(18,2), -- 每人次学时费用（元/学时）
  effect_level text, -- 培训效果自评
  next_suggest text, -- 后续培训建议
  approved_hours numeric(20,1), -- 核定总学时（学时）
  lecturer_fee numeric(18,2), -- 内训师课酬
  to_library boolean -- 课件是否入学习资料库
);

create index f_monthly_training_process_record_applicant_created__wm8oue on f_monthly_training_process_record (applicant, created_at, id);
create index f_monthly_training_process_record_status_created_at_id_idx on f_monthly_training_process_record (status, created_at, id);
create index f_monthly_training_process_record_applicant_dept_cre_1s1vu1o on f_monthly_training_process_record (applicant_dept, created_at, id);
create index f_monthly_training_process_record_created_at_id_idx on f_monthly_training_process_record (created_at, id);
create index f_monthly_training_process_record_project_created_at_id_idx on f_monthly_training_process_record (project, created_at, id);
create index f_monthly_training_process_record_category_idx on f_monthly_training_process_record (category);
create index f_monthly_training_process_record_trainer_idx on f_monthly_training_process_record (trainer);
create index f_monthly_training_process_record_start_time_idx on f_monthly_training_process_record (start_time);

create trigger f_monthly_training_process_record_added after insert on f_monthly_training_process_record referencing new table as changed
  for each statement execute function form_changed('monthlyTrainingProcessRecord');
create trigger f_monthly_training_process_record_changed after update on f_monthly_training_process_record referencing new table as changed
  for each statement execute function form_changed('monthlyTrainingProcessRecord');
create trigger f_monthly_training_process_record_removed after delete on f_monthly_training_process_record referencing old table as changed
  for each statement execute function form_changed('monthlyTrainingProcessRecord');

-- 学员与成绩
create table f_monthly_training_process_record_trainees (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_monthly_training_process_record on delete cascade,
  row_no integer not null,
  trainee bigint, -- 学员
  post text, -- 岗位
  attend text, -- 出勤
  credit_hours numeric(20,1), -- 计入学时（学时）
  theory numeric(20,1), -- 理论成绩
  practice numeric(20,1), -- 实操成绩
  score numeric(20,1), -- 综合成绩
  result text, -- 考核结论
  trainee_sign jsonb -- 签字
);
create index f_monthly_training_process_record_trainees_parent_idx on f_monthly_training_process_record_trainees (parent_id, row_no);

-- 用户电话回访 (userInterviewRecordTel): drafted from its definition.

create table f_user_interview_record_tel (
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
  call_time timestamptz, -- 拨打时间
  call_reason text, -- 回访类型
  callee text, -- 被访人
  callee_phone text, -- 被访电话
  callee_role text, -- 被访人身份
  call_result text, -- 接通情况
  call_minutes numeric(20,1), -- 通话时长（min）
  retry_time timestamptz, -- 约定再访时间
  effect_score integer, -- 室温效果（分）
  hot_water_score integer, -- 卫生热水（分）
  response_score integer, -- 报修响应（分）
  attitude_score integer, -- 服务态度（分）
  fee_score integer, -- 收费清楚（分）
  recommend_score integer, -- 推荐意愿（NPS）（分）
  repair_on_time text, -- 最近一次报修30分钟内到场
  charged_privately boolean, -- 反映员工私自收费
  dissatisfy_types text[], -- 不满原因
  user_words text, -- 用户原话
  to_complaint boolean, -- 转为投诉
  recording jsonb, -- 通话录音
  total_score numeric(20,1), -- 问卷得分（分）
  promoter integer, -- 推荐者
  detractor integer, -- 贬损者
  completed integer, -- 有效回访（次）
  quality_check text, -- 话术与录音质检
  verify_result text, -- 核实情况
  improve_measure text, -- 改进措施
  improve_date date, -- 完成日期
  area_handle text -- 处理意见
);

create index f_user_interview_record_tel_applicant_created_at_id_idx on f_user_interview_record_tel (applicant, created_at, id);
create index f_user_interview_record_tel_status_created_at_id_idx on f_user_interview_record_tel (status, created_at, id);
create index f_user_interview_record_tel_applicant_dept_created_at_id_idx on f_user_interview_record_tel (applicant_dept, created_at, id);
create index f_user_interview_record_tel_created_at_id_idx on f_user_interview_record_tel (created_at, id);
create index f_user_interview_record_tel_project_created_at_id_idx on f_user_interview_record_tel (project, created_at, id);
create index f_user_interview_record_tel_call_time_idx on f_user_interview_record_tel (call_time);

create trigger f_user_interview_record_tel_added after insert on f_user_interview_record_tel referencing new table as changed
  for each statement execute function form_changed('userInterviewRecordTel');
create trigger f_user_interview_record_tel_changed after update on f_user_interview_record_tel referencing new table as changed
  for each statement execute function form_changed('userInterviewRecordTel');
create trigger f_user_interview_record_tel_removed after delete on f_user_interview_record_tel referencing old table as changed
  for each statement execute function form_changed('userInterviewRecordTel');

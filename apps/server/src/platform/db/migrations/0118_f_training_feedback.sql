-- 培训反馈 (trainingFeedback): drafted from its definition.

create table f_training_feedback (
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
  process_record bigint, -- 培训记录
  topic text, -- 课程名称
  trainer bigint, -- 讲师
  train_date timestamptz, -- 培训时间
  post text, -- 本人岗位
  practical_rate integer, -- 内容贴合机房实际(1-5分)
  depth_rate integer, -- 难易程度适当(1-5分)
  lecturer_rate integer, -- 讲师专业与讲解(1-5分)
  interact_rate integer, -- 实操与互动安排(1-5分)
  courseware_rate integer, -- 课件资料质量(1-5分)
  organize_rate integer, -- 时间场地组织(1-5分)
  gains text, -- 主要收获
  not_understood text, -- 仍未掌握的内容
  apply_plan text, -- 在本岗位的应用计划
  apply_deadline date, -- 计划应用完成日期
  wish_topics text[], -- 希望增加的培训
  suggestion text, -- 对讲师和组织的建议
  anonymous boolean, -- 对讲师匿名
  avg_rate numeric(20,2), -- 满意度均分
  satisfy_percent numeric(12,4), -- 满意度
  lecturer_reply text, -- 讲师答疑与改进
  track_date date, -- 跟踪日期
  behavior_rate integer, -- 行为改变评分(1-5分)
  behavior_proof text, -- 应用证据
  need_retrain boolean, -- 是否需补训
  feedback_class text, -- 建议分类
  adopt text -- 是否采纳
);

create index f_training_feedback_applicant_created_at_id_idx on f_training_feedback (applicant, created_at, id);
create index f_training_feedback_status_created_at_id_idx on f_training_feedback (status, created_at, id);
create index f_training_feedback_applicant_dept_created_at_id_idx on f_training_feedback (applicant_dept, created_at, id);
create index f_training_feedback_created_at_id_idx on f_training_feedback (created_at, id);
create index f_training_feedback_project_created_at_id_idx on f_training_feedback (project, created_at, id);
create index f_training_feedback_trainer_idx on f_training_feedback (trainer);
create index f_training_feedback_train_date_idx on f_training_feedback (train_date);

create trigger f_training_feedback_added after insert on f_training_feedback referencing new table as changed
  for each statement execute function form_changed('trainingFeedback');
create trigger f_training_feedback_changed after update on f_training_feedback referencing new table as changed
  for each statement execute function form_changed('trainingFeedback');
create trigger f_training_feedback_removed after delete on f_training_feedback referencing old table as changed
  for each statement execute function form_changed('trainingFeedback');

-- 员工考核档案 (employeeAssessment): assessments of projects give each person a coefficient.
alter table b_employee_assessment add column coefficient numeric(20,2); -- 个人系数

/** Every form module of the product by id. The web loads single definitions from `@hengneng/forms/load`. */
import { aircrewBurn } from './assessmentForms/aircrewBurn.form.ts';
import { borrowing } from './payment/borrowing.form.ts';
import { constructionNotice } from './waterQuality/constructionNotice.form.ts';
import { consult } from './projectContent/consult.form.ts';
import { consultProject } from './projectContent/consultProject.form.ts';
import { departmentalWorkContact } from './sale/departmentalWorkContact.form.ts';
import { electricityMeter } from './settlementResource/electricityMeter.form.ts';
import { expenseReimbursement } from './payment/expenseReimbursement.form.ts';
import { fundBudget } from './payment/fundBudget.form.ts';
import { interviewRecord } from './customerSatisfaction/interviewRecord.form.ts';
import { jobTransfer } from './personnelManagement/jobTransfer.form.ts';
import { maintenanceRecords } from './repairMaintenance/maintenanceRecords.form.ts';
import { payment } from './payment/payment.form.ts';
import { roomInspectionRecord } from './systemManage/roomInspectionRecord.form.ts';
import { userEntry } from './personnelManagement/userEntry.form.ts';

export { EFFECTS, type EffectName } from './effects.ts';
export type { FormProps } from './env.ts';
export {
  aircrewBurn,
  borrowing,
  constructionNotice,
  consult,
  consultProject,
  departmentalWorkContact,
  electricityMeter,
  expenseReimbursement,
  fundBudget,
  interviewRecord,
  jobTransfer,
  maintenanceRecords,
  payment,
  roomInspectionRecord,
  userEntry,
};

export const FORMS = {
  aircrewBurn,
  borrowing,
  constructionNotice,
  consult,
  consultProject,
  departmentalWorkContact,
  electricityMeter,
  expenseReimbursement,
  fundBudget,
  interviewRecord,
  jobTransfer,
  maintenanceRecords,
  payment,
  roomInspectionRecord,
  userEntry,
} as const;

/** Modules that have a definition. */
export type DefinedModuleId = keyof typeof FORMS;

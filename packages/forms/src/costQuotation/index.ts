export * from './CostQuotationInquiry.form.ts';
export * from './projectEstimatedCost.form.ts';

/** 往来对账单 of a household, wherever a room is looked at. */
import { householdStatementCall, householdStatementExport } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { exportStatement } from './export.ts';
import { readStatement } from './read.ts';

const SCREENS = ['/chargeManage/chargeCashier', '/chargeManage/chargeRoom', '/chargeManage/chargeBill'].map((path) =>
  shortCodeOf(path),
);

export const registerStatement = (calls: CallRegistry): void => {
  calls.handle(householdStatementCall, { access: { screen: SCREENS, button: 'search' } }, readStatement);
  calls.stream(householdStatementExport, { access: { screen: SCREENS, button: 'export' } }, exportStatement);
};

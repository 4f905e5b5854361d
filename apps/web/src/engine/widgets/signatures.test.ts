import { MODULES } from '@hengneng/core';
import { compileForm } from '@hengneng/form-kit';
import { FORMS } from '@hengneng/forms';
import { describe, expect, it } from 'vitest';
import { signatureFields } from './signatures.tsx';

describe('signatures of a step', () => {
  it('are those of its own section', () => {
    const meter = compileForm(FORMS.electricityMeter, MODULES.electricityMeter);
    const signed = meter.steps.map((step) => [step.name, signatureFields(meter, step.key).map((of) => of.label)]);
    expect(signed.filter(([, labels]) => labels?.length)).toEqual([['客户签认', ['客户签字']]]);
    expect(signatureFields(meter, 'start')).toEqual([]);
  });

  it('stand at the start where the applicant brings one along', () => {
    const interview = compileForm(FORMS.interviewRecord, MODULES.interviewRecord);
    expect(signatureFields(interview, 'start').map((of) => of.key)).toEqual(['customerSign']);
  });
});

import { describe, expect, it } from 'vitest';
import { classOf } from './classify.ts';
import { f } from './fields.ts';

describe('the class of a field', () => {
  it('is what the definition says before anything else', () => {
    expect(classOf(f.money('转正月薪', { classified: 'salary' }))).toBe('salary');
    expect(classOf(f.text('工资卡账号', { classified: 'salary' }))).toBe('salary');
  });

  it('follows from the label of a figure, then from the type', () => {
    expect(classOf(f.money('工时单价'))).toBe('price');
    expect(classOf(f.percent('毛利率'))).toBe('margin');
    expect(classOf(f.decimal(2, '投标报价'))).toBe('bid');
    expect(classOf(f.money('付款金额'))).toBe('amount');
    expect(classOf(f.money4('综合价'))).toBe('price');
    expect(classOf(f.phone('联系电话'))).toBe('phone');
    expect(classOf(f.idCard('身份证号'))).toBe('idNo');
  });

  it('is none for words about figures and for what is not sensitive', () => {
    expect(classOf(f.text('单价版本'))).toBeNull();
    expect(classOf(f.files('投标报价附件'))).toBeNull();
    expect(classOf(f.decimal(2, '系统水容量'))).toBeNull();
  });
});

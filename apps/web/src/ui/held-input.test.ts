// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { HeldInput } from './held-input.ts';

const at = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
};
const input = (selector: string): HTMLInputElement => at(selector) as HTMLInputElement;

let held: HeldInput;
beforeEach(() => {
  document.body.innerHTML = `
    <input id="name" value="甲">
    <label id="label"><input id="urgent" type="checkbox">加急</label>
    <div class="ant-select"><input id="dept"><span id="chosen">请选择</span></div>
    <div class="uploader"><button type="button" id="choose">选择文件</button><ul></ul></div>
    <button type="button" role="switch" aria-checked="false" id="on"></button>
    <search><input id="sought"></search>`;
  held = new HeldInput();
});

describe('what is held', () => {
  it('is what a person typed, and no more once it is as before', () => {
    held.reach(at('#name'));
    expect(held.isHeld()).toBe(false);
    input('#name').value = '乙';
    expect(held.isHeld()).toBe(true);
    input('#name').value = '甲';
    expect(held.isHeld()).toBe(false);
  });

  it('is not what the program filled in where nobody has been', () => {
    input('#name').value = '乙';
    held.reach(at('#dept'));
    expect(held.isHeld()).toBe(false);
  });

  it('is what was ticked through its label, picked from a list, sent up or switched on', () => {
    const acts: readonly (readonly [string, () => void])[] = [
      ['#label', () => (input('#urgent').checked = true)],
      ['#dept', () => (at('#chosen').textContent = '财务部')],
      ['#choose', () => (at('.uploader ul').innerHTML = '<li>合同.pdf</li>')],
      ['#on', () => at('#on').setAttribute('aria-checked', 'true')],
    ];
    for (const [place, act] of acts) {
      const one = new HeldInput();
      one.reach(at(place));
      expect(one.isHeld()).toBe(false);
      act();
      expect(one.isHeld(), place).toBe(true);
    }
  });

  it('is neither what is typed to find an option nor what is looked for', () => {
    held.reach(at('#dept'));
    input('#dept').value = '财';
    held.reach(at('#sought'));
    input('#sought').value = '找';
    expect(held.isHeld()).toBe(false);
  });

  it('is still held after the controls were drawn anew', () => {
    held.reach(at('#name'));
    input('#name').value = '乙';
    held.leave();
    at('#name').remove();
    expect(held.isHeld()).toBe(true);
  });

  it('is nothing that went with its control', () => {
    held.reach(at('#name'));
    input('#name').value = '乙';
    at('#name').remove();
    expect(held.isHeld()).toBe(false);
  });
});

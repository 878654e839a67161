import type { Refusal } from "./inputs";
import { SettingField } from "./setting-field";
import { SETTING_GROUPS, type SettingGroup } from "./setting-groups";
import { type PageState, type Settings, settingOf, withValue } from "./settings";

interface FormProps {
  readonly page: PageState;
  readonly side: "a" | "b";
  /** The error in the settings of that side. */
  readonly refusal: Refusal | null;
  readonly onSide: (side: "a" | "b") => void;
  readonly onChange: (page: PageState) => void;
}

/** The settings of one run, or of two that are compared. */
export function SettingsForm({ page, side, refusal, onSide, onChange }: FormProps) {
  const settings = page[side] ?? {};
  const change = (next: Settings) => onChange({ ...page, [side]: next });
  const compare = (on: boolean) => {
    onChange({ ...page, b: on ? page.a : null, decision: "" });
    onSide(on ? "b" : "a");
  };
  return (
    <div class="settings-form">
      <div class="sides">
        <label class="check">
          <input
            type="checkbox"
            checked={page.b !== null}
            onChange={({ currentTarget }) => compare(currentTarget.checked)}
          />
          Compare two runs
        </label>
        {page.b && (
          <fieldset class="tabs">
            <legend class="sr-only">Which settings to edit</legend>
            {(["a", "b"] as const).map((one) => (
              <label key={one} class={one === side ? "chosen" : undefined}>
                <input type="radio" name="side" checked={one === side} onChange={() => onSide(one)} />
                Settings {one.toUpperCase()}
              </label>
            ))}
          </fieldset>
        )}
        {Object.keys(settings).length > 0 && (
          <button type="button" class="quiet" onClick={() => change({})}>
            Reset to defaults
          </button>
        )}
      </div>
      {SETTING_GROUPS.map((group) => (
        <Group key={group.title} group={group} settings={settings} refusal={refusal} onChange={change} />
      ))}
      <button type="submit">Run</button>
    </div>
  );
}

interface GroupProps {
  readonly group: SettingGroup;
  readonly settings: Settings;
  readonly refusal: Refusal | null;
  readonly onChange: (settings: Settings) => void;
}

function Group({ group: { title, rows, open }, settings, refusal, onChange }: GroupProps) {
  const changed = rows.filter(({ key }) => key in settings).length;
  const refused = rows.some(({ key }) => key === refusal?.key);
  const usesCustom = ["profile", "decodeProfile"].some((key) => settingOf(settings, key) === "custom");
  const shown = rows.filter(({ key }) => key !== "customProfile" || usesCustom);
  return (
    <details class="group" open={open || changed > 0 || refused}>
      <summary>
        {title} {changed > 0 && <small>{changed} changed</small>}
      </summary>
      {shown.map((row) => (
        <SettingField
          key={row.key}
          row={row}
          value={settingOf(settings, row.key)}
          changed={row.key in settings}
          refusal={refusal?.key === row.key ? refusal.message : null}
          onChange={(value) => onChange(withValue(settings, row.key, value))}
        />
      ))}
    </details>
  );
}

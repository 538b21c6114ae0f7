import { Button, Group, List, SegmentedControl, SimpleGrid, Slider, Stack, Text } from "@mantine/core";
import { routes } from "@shoal/contract";
import {
  type CalculatorNumbers,
  calculatePrice,
  FIXED_OFFER,
  inputOf,
  NUMBER_LIMITS,
  readNumbers,
  writeNumbers,
} from "@shoal/domain/cdn";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { figureText } from "../../components/analytics/figure-text.ts";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { NumberField } from "../../components/ui/form/number-field.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { eurosText } from "../../lib/money-text.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";

const INPUT_MODES = ["traffic", "viewers", "hours"] as const;

/**
 * Compares the price of a month's delivery per TB with the fixed price, including the share that peers deliver. The entered values are in
 * the URL.
 */
export function Calculator() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const numbers = readNumbers(params);
  function change(next: Partial<CalculatorNumbers>): void {
    const written = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ ...numbers, ...next })) written.set(name, String(value));
    setParams(written, { replace: true, preventScrollReset: true });
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Panel title={t("cdn.calculator.traffic")} text={t("cdn.calculator.trafficText")}>
        <SegmentedControl
          aria-label={t("cdn.calculator.by")}
          fullWidth
          value={numbers.by}
          data={INPUT_MODES.map((value) => ({ value, label: t(`cdn.calculator.ways.${value}`) }))}
          onChange={(by) => change({ by: INPUT_MODES.find((way) => way === by) ?? "traffic" })}
        />
        <NumberFields numbers={numbers} onChange={change} />
        <OffloadField value={numbers.offloadPct} onChange={(offloadPct) => change({ offloadPct })} />
      </Panel>
      <CalculatorResult numbers={numbers} />
    </SimpleGrid>
  );
}

type NumberName = keyof typeof NUMBER_LIMITS;
const NUMBER_FIELDS: Record<CalculatorNumbers["by"], readonly Exclude<NumberName, "offloadPct">[]> = {
  traffic: ["terabytes"],
  viewers: ["viewers", "hoursEach", "kbps"],
  hours: ["hours", "kbps"],
};

interface NumberFieldsProps {
  numbers: CalculatorNumbers;
  onChange: (next: Partial<CalculatorNumbers>) => void;
}

function NumberFields({ numbers, onChange }: NumberFieldsProps) {
  const { t, i18n } = useTranslation();
  return NUMBER_FIELDS[numbers.by].map((name) => (
    <NumberField
      key={name}
      label={t(`cdn.calculator.numbers.${name}`)}
      min={NUMBER_LIMITS[name].min}
      max={NUMBER_LIMITS[name].max}
      clampBehavior="strict"
      allowNegative={false}
      decimalScale={name === "terabytes" || name === "hoursEach" ? 3 : 0}
      thousandSeparator={i18n.language === "fr" ? " " : ","}
      value={numbers[name]}
      onChange={(value) => value !== "" && onChange({ [name]: Number(value) })}
    />
  ));
}

function OffloadField({ value, onChange }: { value: number; onChange: (pct: number) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <Group justify="space-between" mb={6} wrap="nowrap" align="flex-end">
        <Text size="sm" fw={600} id={id}>
          {t("cdn.calculator.offload")}
        </Text>
        <Text size="sm" fw={600} style={{ whiteSpace: "nowrap" }}>
          {t("cdn.calculator.percent", { value })}
        </Text>
      </Group>
      <Slider
        min={NUMBER_LIMITS.offloadPct.min}
        max={NUMBER_LIMITS.offloadPct.max}
        label={null}
        value={value}
        thumbProps={{ "aria-labelledby": id }}
        onChange={onChange}
      />
      <Text size="xs" c="dimmed" mt={8}>
        {t("cdn.calculator.offloadHint")}
      </Text>
      <ClientOffload onAccept={onChange} />
    </div>
  );
}

/** Offers the client's own offload of the last complete month; shows nothing to users who may not read it. */
function ClientOffload({ onAccept }: { onAccept: (pct: number) => void }) {
  const { t } = useTranslation();
  const isManager = useCan("manager");
  const months = useQuery({
    queryKey: ["billedMonths", "offload"],
    queryFn: ({ signal }) => call(routes.listBilledMonths, {}, { signal }),
    enabled: isManager,
  });
  const last = months.data?._embedded.find(
    ({ isComplete, deliveredBytes }) => isComplete && deliveredBytes > 0,
  );
  if (!last) return null;
  const share = Math.round((100 * last.peerBytes) / last.deliveredBytes);
  const value = Math.min(NUMBER_LIMITS.offloadPct.max, share);
  return (
    <Button size="compact-sm" variant="light" mt={8} onClick={() => onAccept(value)}>
      {t("cdn.calculator.own", { value })}
    </Button>
  );
}

function CalculatorResult({ numbers }: { numbers: CalculatorNumbers }) {
  const { t, i18n } = useTranslation();
  const result = calculatePrice(inputOf(numbers), numbers.offloadPct);
  const euros = (cents: number) => eurosText(cents, i18n.language);
  const bytes = (value: number) => figureText(value, "bytes", i18n.language);
  const { perTbCents, fixedCents, cheaper } = result;
  const link = `${window.location.origin}${window.location.pathname}#/cdn/calculator?${writeNumbers(numbers)}`;
  return (
    <Panel title={t("cdn.calculator.result")}>
      <div aria-live="polite">
        <Stack gap="md">
          <OfferCard
            name={t("cdn.calculator.perTb")}
            price={euros(perTbCents)}
            note={t("cdn.calculator.perTbNote")}
            isCheaper={cheaper === "perTb" && perTbCents !== fixedCents}
          />
          <OfferCard
            name={t("cdn.calculator.fixed")}
            price={euros(fixedCents)}
            note={t("cdn.calculator.fixedNote", { size: bytes(FIXED_OFFER.upToBytes) })}
            isCheaper={cheaper === "fixed"}
          />
          <Text size="sm">
            {t("cdn.calculator.spared", {
              delivered: bytes(result.deliveredBytes),
              peers: bytes(result.peerBytes),
              servers: bytes(result.serverBytes),
            })}
          </Text>
        </Stack>
      </div>
      <CopyField label={t("cdn.calculator.link")} value={link} copied={t("cdn.calculator.linkCopied")} />
      <div>
        <Text size="sm" fw={600} mb={6}>
          {t("cdn.calculator.assumes")}
        </Text>
        <List size="sm" c="dimmed" spacing={4}>
          {assumptionsOf(numbers).map((each) => (
            <List.Item key={each}>{t(`cdn.calculator.assumptions.${each}`)}</List.Item>
          ))}
        </List>
      </div>
    </Panel>
  );
}

/** Returns the assumptions on which the calculation depends. The bit rate matters only if the audience is entered as viewers or hours. */
const assumptionsOf = ({ by }: CalculatorNumbers) =>
  [
    ...(["tax", "free", "tb", "peers"] as const),
    ...(by === "traffic" ? [] : (["bitrate"] as const)),
  ] as const;

interface OfferCardProps {
  name: string;
  price: string;
  note: string;
  isCheaper: boolean;
}

function OfferCard({ name, price, note, isCheaper }: OfferCardProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={2} variant="sunken">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{name}</Text>
        {isCheaper && (
          <Text size="sm" fw={600} c="var(--shoal-good)">
            {t("cdn.calculator.cheaper")}
          </Text>
        )}
      </Group>
      <Text fz={26} fw={700} lh={1.2}>
        {price}
      </Text>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Stack>
  );
}

CREATE TABLE "conversion_values" (
	"customer_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"entity_id" bigint NOT NULL,
	"value_micros" bigint,
	"previous_micros" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversion_values_customer_id_scope_entity_id_pk" PRIMARY KEY("customer_id","scope","entity_id")
);

CREATE TABLE "day_prints" (
	"customer_id" bigint NOT NULL,
	"level" text NOT NULL,
	"side" text NOT NULL,
	"day" date NOT NULL,
	"token" uuid NOT NULL,
	"prints" text,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "day_prints_customer_id_level_side_day_pk" PRIMARY KEY("customer_id","level","side","day")
);
